import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { availableMemory } from 'node:process'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '#cli/database/embedded-postgres.ts'
import { openServiceLogins, serviceAddress } from '#cli/database/service-logins.ts'
import { connected } from './connected.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    /** The other servers of a database that is distributed by Citus; empty on plain PostgreSQL. */
    workers: readonly string[]
    /** The prefix of this run's database names. */
    databasePrefix: string
    /** Whether the server and all of its databases are deleted after the run. */
    databasesAreTemporary: boolean
    /** A folder for the tests, deleted after the run. */
    temporaryFolder: string
  }
}

type Run = { url: string; prefix: string; folder: string; close(): Promise<void> }
type Shared = { run: Promise<Run>; users: number }

/** Provides the tests' PostgreSQL: the one at DATABASE_URL, else one started for this run. */
export default async function postgres(project: TestProject) {
  const shared = sharedRun()
  shared.users += 1
  const { url, prefix, folder } = await shared.run
  project.provide('databaseUrl', url)
  project.provide('workers', [])
  project.provide('databasePrefix', prefix)
  project.provide('databasesAreTemporary', !process.env.DATABASE_URL)
  project.provide('temporaryFolder', folder)
  return async () => {
    shared.users -= 1
    if (shared.users === 0) await (await shared.run).close()
  }
}

declare global {
  var fettleTestRun: Shared | undefined
}

/** Each test project loads this file again in the same process: the run's server is kept where they all find it. */
function sharedRun(): Shared {
  const { DATABASE_URL: url } = process.env
  globalThis.fettleTestRun ??= { run: startRun(url ? { url, workers: [] } : undefined), users: 0 }
  return globalThis.fettleTestRun
}

/** Prepares a run of tests on a cluster that exists, or on a server of its own. */
export async function startRun(existing?: { url: string; workers: readonly string[] }): Promise<Run> {
  const prefix = `fettle_test_${randomUUID().slice(0, 8)}_`
  const folder = await mkdtemp(path.join((await hasRoom(inMemory)) ? inMemory : tmpdir(), 'fettle-test-'))
  // PostgreSQL's own user has files below it.
  await chmod(folder, 0o711)
  // The temporary folders of tests and the browser's profiles are there too, and nothing stays behind.
  process.env.TMPDIR = folder
  const server = existing
    ? {
        url: existing.url,
        async close() {
          for (const one of [existing.url, ...existing.workers]) await dropDatabases(one, prefix)
        },
      }
    : await openServer(folder)
  await openServiceLogins(server.url, serviceAddress(server.url), { isOurs: true })
  return {
    url: server.url,
    prefix,
    folder,
    async close() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function openServer(folder: string) {
  const first = await openPostgres(folder)
  // Five files at a time, some with several processes of the product, need more than the hundred that PostgreSQL allows.
  await connected(first.url, (client) => client.query('alter system set max_connections = 400'))
  await first.close()
  return openPostgres(folder)
}

/**
 * Where the files of a run are kept if there is plenty of memory: every test file creates databases and folders, and a fifth of the
 * processor time went into the disk's own book-keeping.
 */
const inMemory = '/dev/shm'

async function hasRoom(place: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(place)
    return bavail * bsize > 8 * 2 ** 30 && availableMemory() > 12 * 2 ** 30
  } catch {
    return false
  }
}

/** Drops the databases that no test file dropped, such as shared ones. */
const dropDatabases = (url: string, prefix: string) =>
  connected(url, async (client) => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix])
    for (const { datname } of rows) await client.query(`drop database ${pg.escapeIdentifier(datname)} with (force)`)
  })
