import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from './embedded-postgres.ts'
import { postgresPrograms } from './postgres-programs.ts'
import { stop } from './postgres-server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fettle-embedded-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

const processId = () =>
  Number(readFileSync(path.join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

test('the database keeps its data and its address across a restart', async () => {
  const first = await openPostgres(folder)
  await query(first.url, 'create table kept as select 1 as one')
  await first.close()
  await expect(query(first.url, 'select 1')).rejects.toThrow()

  const second = await openPostgres(folder)
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select one from kept')).toEqual([[1]])
  await second.close()
})

test('two processes share the server, and the last one to leave stops it', async () => {
  const [one, other] = await Promise.all([openPostgres(folder), openPostgres(folder)])
  const server = processId()
  expect(other.url).toBe(one.url)
  await one.close()
  expect(processId()).toBe(server)
  expect(await query(other.url, 'select 1')).toEqual([[1]])
  await other.close()
  expect(processId).toThrow('ENOENT')
})

test('a killed server restarts at the same address, with all committed data', async () => {
  const postgres = await openPostgres(folder)
  expect(await postgres.revive()).toBe(false)
  await query(postgres.url, 'create table confirmed as select 2 as two')
  process.kill(processId(), 'SIGKILL')
  await expect.poll(() => postgres.revive()).toBe(true)
  expect(await query(postgres.url, 'select two from confirmed')).toEqual([[2]])
  await postgres.close()
})

test('stopping the server ends although another program restarts it at once', async () => {
  const postgres = await openPostgres(folder)
  const home = path.join(folder, 'postgres')
  const before = processId()
  let stopped = false
  const restarted = (async () => {
    let restarts = 0
    while (!stopped || restarts === 0) restarts += Number(await postgres.revive())
  })()
  await stop(postgresPrograms(home), path.join(home, 'cluster'))
  stopped = true
  await restarted
  expect(processId()).not.toBe(before)
  await postgres.close()
})

test('the stale process id file of a killed server does not prevent the next start', async () => {
  const before = await openPostgres(folder)
  process.kill(processId(), 'SIGKILL')
  await before.close()
  expect(processId()).toBeGreaterThan(0)
  const after = await openPostgres(folder)
  expect(await query(after.url, 'select two from confirmed')).toEqual([[2]])
  await after.close()
})

test('only this machine can reach it, only its owner can read the password, and commits are durable', async () => {
  const { url, close } = await openPostgres(folder)
  const settings =
    "current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit')"
  expect(await query(url, `select ${settings}`)).toEqual([['on', 'on', 'on']])
  expect(
    await query(url, "select current_setting('listen_addresses'), current_setting('unix_socket_directories')"),
  ).toEqual([['127.0.0.1', '']])
  expect(
    await query(
      url,
      'select datcollversion is not null, datlocale from pg_database where datname = current_database()',
    ),
  ).toEqual([[true, 'C.UTF-8']])
  expect(statSync(path.join(folder, 'postgres', 'address.json')).mode & 0o077).toBe(0)
  const wrong = new URL(url)
  wrong.password = 'guessed'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  await close()
})
