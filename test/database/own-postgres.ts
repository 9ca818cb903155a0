import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openPostgres } from '#cli/database/embedded-postgres.ts'
import { openServiceLogins, serviceAddress } from '#cli/database/service-logins.ts'
import { migrate } from '#migrations/migrate.ts'

/** A test's own migrated PostgreSQL, which it can stop and start without affecting other tests. */
export type OwnPostgres = {
  url: string
  stop(): Promise<void>
  /** Kills its processes with SIGKILL, as when memory runs out. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export async function openOwnPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-own-'))
  const server = await openPostgres(folder)
  await openServiceLogins(server.url, serviceAddress(server.url), { isOurs: true })
  await migrate(server.url)
  const postmaster = async () => {
    const [pid] = (await readFile(path.join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
    return Number(pid)
  }
  return {
    url: server.url,
    async stop() {
      const pid = await postmaster()
      process.kill(pid, 'SIGINT') // PostgreSQL's fast shutdown: it ends every session.
      await untilEnded([pid])
    },
    async kill() {
      const client = new pg.Client({ connectionString: server.url })
      client.on('error', () => undefined)
      await client.connect()
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
      const pids = [await postmaster(), ...rows.map((one) => one.pid)]
      for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL')
      await untilEnded(pids)
      await client.end().catch(() => undefined)
    },
    async start() {
      await server.revive()
    },
    async close() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Waits until these processes have ended. Sessions opened since they were listed end too: PostgreSQL's processes stop when the first one has gone. */
async function untilEnded(pids: readonly number[]) {
  while (pids.some(isRunning)) await sleep(20)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
