import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { startSessionSweep } from '#api/auth/sessions/sweep-sessions.ts'
import { startReconciling } from '#api/billing/reconcile.ts'
import { finishClosings } from '#api/closing/finish-closings.ts'
import { dailyEmails } from '#api/due-work/daily-emails.ts'
import { daysAhead } from '#api/due-work/days-ahead.ts'
import { startDueWork } from '#api/due-work/due-work.ts'
import { missedDeadlines } from '#api/due-work/missed-deadlines.ts'
import { morningLists } from '#api/due-work/morning-lists.ts'
import { nearDeadlines } from '#api/due-work/near-deadlines.ts'
import { recurringWork } from '#api/due-work/recurring/recurring-work.ts'
import { unsentWork } from '#api/due-work/unsent-work.ts'
import { finishErasures } from '#api/erasure/finish-erasures.ts'
import { startPackSender } from '#api/evidence/pack-mail/pack-sender.ts'
import { largeBody } from '#api/http/slow-requests.ts'
import { startPieceSweep } from '#api/images/pieces/sweep-pieces.ts'
import { startImports } from '#api/imports/runs/runner.ts'
import { startMailSender } from '#api/mail-sending/mail-sender.ts'
import { keepHeadsSigned } from '#api/proof/keep-heads-signed.ts'
import { openPush } from '#api/push/push.ts'
import { startPushes } from '#api/reactions/pushes/pushes.ts'
import { startReactions } from '#api/reactions/reactions.ts'
import { startTenantNews } from '#api/reactions/tenants/tenant-news.ts'
import { startTexts } from '#api/reactions/texts/texts.ts'
import { startWebhooks } from '#api/reactions/webhooks/webhooks.ts'
import type { Services } from '#api/services/services.ts'
import { createApp } from './app.ts'
import { startKeepingWebFiles } from './kept-web-files.ts'

/** In bytes, so that an oversized token or cookie of 20 KB still gets a proper response. */
const maxHeaderSize = 32 * 1024
/** Milliseconds after which unfinished headers are cut off. */
const headersTimeout = 30_000
/**
 * Milliseconds for which an idle connection stays open: longer than proxies keep theirs, usually a minute. Otherwise a proxy may send a
 * request in the moment in which this end closes the connection, and answers 502.
 */
const keepAliveTimeout = 75_000
/** Milliseconds after which an unfinished request is cut off; most are cut off much sooner, see slow-requests.ts. */
const requestTimeout = largeBody.total + 30_000
/** Milliseconds that running requests have to finish when the process stops. */
const drainTimeout = 5_000

export type Serving = { port: number; server: Server; stop(): Promise<void> }

/** Listens. `stop` refuses new requests, lets running ones finish, and then closes the remaining connections. */
export async function serve(services: Services): Promise<Serving> {
  const { config } = services
  const server = createServer({ maxHeaderSize, requestTimeout, headersTimeout, keepAliveTimeout }, createApp(services))
  const push = openPush(server, services)
  server.listen(config.port, config.host)
  await once(server, 'listening').catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' ? new PortTaken(config.port) : error
  })
  const sweeping = startSessionSweep(services)
  const mailSender = startMailSender(services)
  const signing = keepHeadsSigned(services)
  const imports = startImports(services)
  const erasures = finishErasures(services)
  const closings = finishClosings(services)
  const reconciling = startReconciling(services)
  const pieces = startPieceSweep(services)
  const due = [missedDeadlines, nearDeadlines, recurringWork, morningLists, daysAhead, dailyEmails, unsentWork].map(
    (work) => work(services),
  )
  const dueWork = startDueWork(due, services)
  const reactions = startReactions(services)
  const webhooks = startWebhooks(services)
  const pushes = startPushes(services)
  const tenantNews = startTenantNews(services)
  const texts = startTexts(services)
  const packs = startPackSender(services)
  const webFiles = startKeepingWebFiles(services)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const { sandbox } = services.payments
  sandbox?.deliverTo(`http://${ownNameOf(config.host)}:${port}`)
  return {
    port,
    server,
    async stop() {
      const closed = once(server, 'close')
      sandbox?.deliverTo(undefined)
      server.close()
      push.close()
      const settled = Promise.all([mailSender.stop(), imports.stop()])
      const repeated = [
        sweeping,
        signing,
        erasures,
        closings,
        reconciling,
        webFiles,
        pieces,
        dueWork,
        reactions,
        webhooks,
        pushes,
        tenantNews,
        texts,
        packs,
      ]
      const swept = Promise.all(repeated.map((task) => task.stop()))
      // Browsers keep their connection open after the last response.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const cutOff = setTimeout(() => server.closeAllConnections(), drainTimeout)
      await Promise.all([closed, swept])
      clearInterval(sweep)
      clearTimeout(cutOff)
      await settled
    },
  }
}

/** The address under which this process reaches itself. */
function ownNameOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Another program listens on our port. */
export class PortTaken extends Error {
  constructor(port: number) {
    super(`Port ${port} is already in use by another program. Set PORT to a different one`)
    this.name = 'PortTaken'
  }
}
