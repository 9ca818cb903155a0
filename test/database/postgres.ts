import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '#cli/database/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

type Server = { url: string; close(): Promise<void> }
type Shared = { server: Promise<Server>; users: number }

/** Gives the tests a PostgreSQL: that of DATABASE_URL, else one of our own for this run. */
export default async function postgres(project: TestProject) {
  const shared = sharedServer()
  shared.users += 1
  project.provide('databaseUrl', (await shared.server).url)
  return async () => {
    shared.users -= 1
    if (shared.users === 0) await (await shared.server).close()
  }
}

declare global {
  var fettleTestServer: Shared | undefined
}

/** Each test project loads this file afresh, in one process: the server is kept where all of them find it. */
function sharedServer(): Shared {
  globalThis.fettleTestServer ??= { server: startServer(), users: 0 }
  return globalThis.fettleTestServer
}

async function startServer(): Promise<Server> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, close: async () => {} }
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-test-'))
  const server = await openPostgres(folder)
  return {
    url: server.url,
    close: async () => {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}
