import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Logger } from 'pino'
import { type Notices, postNotices } from './notices.ts'
import type { SandboxState } from './objects.ts'
import { openStateFile, type StateFile } from './state-file.ts'
import { stripeApi } from './stripe-api.ts'

/** A stand-in for the card provider, on this machine only, that charges nothing. */
export type Sandbox = {
  /** The port of its API, which only this machine can reach. */
  port: number
  read: StateFile['read']
  /** Performs an action and delivers its notices. */
  act<T>(by: (store: SandboxState, now: Date) => T): T
  deliverTo: Notices['deliverTo']
  close(): Promise<void>
}

type Parts = { file: string; key: string; webhookSecret: string; logger: Logger; now(): Date }

/** Starts the sandbox. */
export async function openSandbox({ file, key, webhookSecret, logger, now }: Parts): Promise<Sandbox> {
  const store = openStateFile(file)
  const notices = postNotices({ store, webhookSecret, logger })
  const server = createServer(stripeApi({ store, key, now, changed: notices.wake }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    read: store.read,
    act(by) {
      const result = store.change((state) => by(state, now()))
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
