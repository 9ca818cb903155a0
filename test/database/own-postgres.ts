import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '#cli/database/embedded-postgres.ts'
import { openServiceLogins, serviceAddress } from '#cli/database/service-logins.ts'
import { migrate } from '#migrations/migrate.ts'

/** A test's own migrated PostgreSQL, which it can stop and start without affecting other tests. */
export type OwnPostgres = { url: string; stop(): Promise<void>; start(): Promise<void>; close(): Promise<void> }

export async function openOwnPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-own-'))
  const server = await openPostgres(folder)
  await openServiceLogins(server.url, serviceAddress(server.url), { isOurs: true })
  await migrate(server.url)
  return {
    url: server.url,
    async stop() {
      const [pid] = (await readFile(path.join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGINT') // PostgreSQL's fast shutdown: it ends every session.
      while (isRunning(Number(pid))) await sleep(20)
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
