import { once } from 'node:events'
import { createServer } from 'node:http'
import type pg from 'pg'
import type { Logger } from 'pino'
import { rowsOf } from '#ledger/database/statement.ts'
import { type Notices, postNotices } from './notices.ts'
import type { Notice, SandboxState } from './objects.ts'
import { listedNotices } from './rows.ts'
import { openStore, type SandboxStore } from './store.ts'
import { type NoticePage, stripeApi } from './stripe-api.ts'

/** A stand-in for the card provider, on this machine only, that charges nothing. */
export type Sandbox = {
  /** The port of its API, which only this machine can reach. */
  port: number
  read: SandboxStore['read']
  /** Performs an action of a company and delivers its notices. */
  act<T>(companyId: string, by: (state: SandboxState, now: Date) => T): Promise<T>
  deliverTo: Notices['deliverTo']
  close(): Promise<void>
}

type Parts = {
  ledgerPool: pg.Pool
  authPool: pg.Pool
  key: string
  webhookSecret: string
  logger: Logger
  now(): Date
}

/** Starts the sandbox. */
export async function openSandbox({ ledgerPool, authPool, key, webhookSecret, logger, now }: Parts): Promise<Sandbox> {
  const store = openStore(ledgerPool)
  const notices = postNotices({ ledgerPool, authPool, webhookSecret, logger })
  const listNotices = async ({ types, after, most }: NoticePage): Promise<Notice[]> =>
    (await rowsOf(authPool, listedNotices({ types, after: after ?? '', most }))).map(({ body }) => JSON.parse(body))
  const server = createServer(stripeApi({ store, listNotices, key, now, changed: notices.wake }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    read: store.read,
    async act(companyId, by) {
      const result = await store.change(companyId, (state) => by(state, now()))
      notices.wake()
      return result
    },
    deliverTo: notices.deliverTo,
    async close() {
      await notices.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
