import express, { type Express } from 'express'
import { noteRefusals } from '#api/audit/from-request.ts'
import { sandboxPages } from '#api/billing/sandbox/pages.ts'
import { requestLog } from '#api/config/logging.ts'
import { readJson } from '#api/http/json-body.ts'
import { securityHeaders } from '#api/http/security.ts'
import { warnOfProxy } from '#api/http/untrusted-proxy.ts'
import { timeRequests } from '#api/metrics/metrics.ts'
import { refuseKeysInAddresses } from '#api/rights/api-keys/key-in-address.ts'
import type { Services } from '#api/services/services.ts'
import { refuseWithoutSpace } from './disk-full.ts'
import { failureAnswers, refuseOtherMethods, refuseUnknownPaths } from './failures.ts'
import { handleAgain } from './handle-again.ts'
import { keptWeb } from './kept-web-files.ts'
import { routes } from './routes.ts'
import { webFiles } from './static.ts'

/** The whole HTTP server: routes, then web files, then error responses. */
export function createApp(services: Services): Express {
  const app = express()
  app.disable('x-powered-by')
  // API responses may not be cached, so they need no validators.
  app.disable('etag')
  app.set('trust proxy', services.config.proxyHops)
  // Queries are flat: nested ones would give objects where schemas expect text.
  app.set('query parser', 'simple')
  app.use(requestLog(services.logger), timeRequests(services), securityHeaders(services.config))
  app.use('/api', warnOfProxy(services.config, services.logger), refuseKeysInAddresses)
  app.use('/api', refuseWithoutSpace(services.disks), readJson())
  app.use('/t', refuseWithoutSpace(services.disks))
  const routers = routes(services)
  app.use(routers, refuseOtherMethods(routers))
  app.use('/api', refuseUnknownPaths)
  if (services.payments.sandbox) app.use(sandboxPages(services, services.payments.sandbox))
  const kept = keptWeb(services.config.dataFolder)
  app.use(webFiles(services.config, { kept }), refuseUnknownPaths)
  app.use(handleAgain(routers), noteRefusals(services.audit), failureAnswers(services.logger))
  return app
}
