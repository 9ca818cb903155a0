import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { startSessionSweep } from '#api/auth/sessions/sweep-sessions.ts'
import { startReconciling } from '#api/billing/reconcile.ts'
import { finishErasures } from '#api/erasure/finish-erasures.ts'
import { patiently } from '#api/http/slow-requests.ts'
import { startImports } from '#api/imports/runs/runner.ts'
import { startMailSender } from '#api/mail/mail-sender.ts'
import { keepHeadsSigned } from '#api/proof/keep-heads-signed.ts'
import { openPush } from '#api/push/push.ts'
import type { Services } from '#api/services/services.ts'
import { createApp } from './app.ts'

/** A token or a cookie of 20 KB shall be answered as what it is, not cut off. */
const maxHeaderSize = 32 * 1024
/** Headers that are still coming after this are cut off. */
const headersTimeout = 30_000
/** A request that is still sending after this is cut off; most much sooner, see slow-requests.ts. */
const requestTimeout = patiently.total + 30_000
/** How long requests under way may take to finish when the process ends. */
const drainFor = 5_000

export type Serving = { port: number; server: Server; stop(): Promise<void> }

/** Listens; `stop` takes no new request, lets those under way finish, and then closes what is left. */
export async function serve(services: Services, host?: string): Promise<Serving> {
  const { config } = services
  const server = createServer({ maxHeaderSize, requestTimeout, headersTimeout }, createApp(services))
  const push = openPush(server, services)
  server.listen(config.port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' ? new PortTaken(config.port) : error
  })
  const sweeping = startSessionSweep(services)
  const mailSender = startMailSender(services)
  const signing = keepHeadsSigned(services)
  const imports = startImports(services)
  const erasures = finishErasures(services)
  const reconciling = startReconciling(services)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const { sandbox } = services.payments
  sandbox?.deliverTo(`http://127.0.0.1:${port}`)
  return {
    port,
    server,
    async stop() {
      const closed = once(server, 'close')
      sandbox?.deliverTo(undefined)
      server.close()
      push.close()
      const settled = Promise.all([mailSender.stop(), imports.stop()])
      const swept = Promise.all([sweeping.stop(), signing.stop(), erasures.stop(), reconciling.stop()])
      // A browser keeps its connection open after the last answer.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const cutOff = setTimeout(() => server.closeAllConnections(), drainFor)
      await Promise.all([closed, swept])
      clearInterval(sweep)
      clearTimeout(cutOff)
      await settled
    },
  }
}

/** Somebody else listens where we should. */
export class PortTaken extends Error {
  constructor(port: number) {
    super(`Port ${port} is taken: another program listens there. Set PORT to another one`)
    this.name = 'PortTaken'
  }
}
