import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { PostgresPrograms } from './postgres-programs.ts'

/** Creates an empty cluster, discarding what an interrupted attempt left behind. */
export async function initialise(programs: PostgresPrograms, cluster: string, password: string) {
  const [unfinished, passwordFile] = [`${cluster}.unfinished`, `${cluster}.password`]
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  programs.giveToPostgres(unfinished)
  await writeFile(passwordFile, password, { mode: 0o600 })
  programs.giveToPostgres(passwordFile)
  try {
    await run(programs, 'initdb', [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`, ...clusterSettings])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, cluster)
}

type Server = { cluster: string; port: number; url: string; log: string; settings: readonly string[] }

/**
 * Starts the server detached from the terminal, so that Ctrl-C reaches it only through us, and waits until it accepts queries,
 * however long recovery takes. Retries, because a server killed a moment ago may not have released its memory yet.
 */
export async function start(programs: PostgresPrograms, server: Server) {
  for (let attempt = 1; attempt <= 10; attempt++) {
    const child = await launch(programs, server)
    try {
      if (await untilAnswers(server.url, async () => child.exitCode === null && child.signalCode === null)) return
    } catch (error) {
      child.kill('SIGINT')
      throw error
    }
    await sleep(500)
  }
  throw new Error(`PostgreSQL did not start: ${lastLine(server.log)} (see ${server.log})`)
}

async function launch(programs: PostgresPrograms, server: Server) {
  const listening = ['-p', String(server.port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const settings = server.settings.flatMap((one) => ['-c', one])
  const { file, args, options } = programs.launch('postgres', ['-D', server.cluster, ...listening, ...settings])
  const log = openSync(server.log, 'a', 0o600)
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  await once(child, 'spawn')
  child.unref()
  return child
}

/**
 * Asks the server to end its sessions, write everything and stop. Being killed in the meantime counts as stopped. It waits for
 * the process that it asked: pg_ctl would wait for the next one if that started at once. Throws after two minutes.
 */
export async function stop(programs: PostgresPrograms, cluster: string) {
  const asked = await runningServer(cluster)
  if (!asked) return
  const isRunning = async () => (await runningServer(cluster))?.processId === asked.processId
  try {
    await run(programs, 'pg_ctl', ['stop', `--pgdata=${cluster}`, '--mode=fast', '--no-wait', '--silent'])
  } catch (error) {
    if (await isRunning()) throw error
  }
  for (const until = performance.now() + 120_000; await isRunning(); await sleep(20)) {
    if (performance.now() > until) throw new Error(`PostgreSQL (process ${asked.processId}) does not stop`)
  }
}

/** The port of the server running on this cluster, if any; a stale postmaster.pid does not count. */
export const runningPort = async (cluster: string): Promise<number | undefined> => (await runningServer(cluster))?.port

async function runningServer(cluster: string) {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const [processId, port] = [Number(lines[0]), Number(lines[3])]
  return processId > 0 && port > 0 && isPostgres(processId) ? { processId, port } : undefined
}

/** Waits until the server accepts queries; false if it stopped first. Throws the server's error if it rejects us. */
export async function untilAnswers(url: string, isRunning: () => Promise<boolean>): Promise<boolean> {
  while (!(await answers(url))) {
    if (!(await isRunning())) return false
    await sleep(50)
  }
  return true
}

const findDatabase = statement('find-database', (p: Parameters<{ name: string }>) =>
  db
    .withTables<{ pg_database: { datname: string } }>()
    .selectFrom('pg_database')
    .select('datname')
    .where('datname', '=', p.name),
)

/** Creates the database if it is missing. */
export async function createDatabase(url: string, name: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(findDatabase({ name }))
    if (rows.length === 0) await client.query(sql`create database ${sql.id(name)}`.compile(db).sql)
  } finally {
    await client.end()
  }
}

/** PostgreSQL's own C.UTF-8, not the system's, so that text sorts alike on every machine and after every upgrade. */
const clusterSettings = [
  '--username=fettle',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--set=jit=off',
  '--set=timezone=UTC',
  '--set=log_timezone=UTC',
]

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code !== startingUp) throw error
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const startingUp = '57P03' // cannot_connect_now

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // After a reboot, another program may have this process id.
    return !existsSync('/proc/self/cmdline') || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function run(programs: PostgresPrograms, program: 'initdb' | 'pg_ctl', parameters: string[]) {
  const { file, args, options } = programs.launch(program, parameters)
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  const output: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`PostgreSQL's ${program} failed: ${output.join('').trim()}`)
}

const lastLine = (log: string) => readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? ''
