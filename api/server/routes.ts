import type { Router } from 'express'
import { attachmentRoutes } from '#api/attachments/routes.ts'
import { externalRoutes } from '#api/auth/external/routes.ts'
import { authRoutes } from '#api/auth/routes.ts'
import { billingRoutes } from '#api/billing/routes.ts'
import { closingRoutes } from '#api/closing/routes.ts'
import { commandRoutes } from '#api/commands/commands.ts'
import { createCommandContext } from '#api/commands/handle-command.ts'
import { connectionRoutes } from '#api/connections/routes.ts'
import { erasureRoutes } from '#api/erasure/routes.ts'
import { evidenceRoutes } from '#api/evidence/routes.ts'
import { exportRoutes } from '#api/exports/routes.ts'
import { feedRoutes } from '#api/feed/routes.ts'
import { historyRoutes } from '#api/history/routes.ts'
import { assetRoutes } from '#api/images/routes.ts'
import { importRoutes } from '#api/imports/routes.ts'
import { invoiceRoutes } from '#api/invoices/routes.ts'
import { morningListRoutes } from '#api/mail/morning-list/routes.ts'
import { countOutcomes, metricsRoutes } from '#api/metrics/metrics.ts'
import { noticeRoutes } from '#api/notices/routes.ts'
import { notificationRoutes } from '#api/notifications/routes.ts'
import { openApiRoutes } from '#api/openapi/openapi.ts'
import { projectionRoutes } from '#api/projections/routes.ts'
import { openRunWait } from '#api/projections/wait-for-run.ts'
import { openChainChecker } from '#api/proof/chain-checker.ts'
import { proofRoutes } from '#api/proof/routes.ts'
import { pushRoutes } from '#api/reactions/pushes/routes.ts'
import { textRoutes } from '#api/reactions/texts/routes.ts'
import { webhookRoutes } from '#api/reactions/webhooks/routes.ts'
import { recurringRoutes } from '#api/reads/recurring/routes.ts'
import { readRoutes } from '#api/reads/routes.ts'
import { siteRoutes } from '#api/reads/sites/routes.ts'
import { openProjectionWait } from '#api/reads/wait-for-projections.ts'
import { reportPages } from '#api/reports/pages.ts'
import { reportRoutes } from '#api/reports/routes.ts'
import type { Services } from '#api/services/services.ts'
import { specCallRoutes } from '#api/spec-calls/routes.ts'
import { tenantPages } from '#api/tenants/pages.ts'
import { tenantLinkRoutes } from '#api/tenants/routes.ts'
import { unsubscribePages } from '#api/unsubscribe/pages.ts'
import { healthRoutes } from './health.ts'

/** The routers of the API. Requests that match none of them get a 405 or 404 in app.ts. */
export function routes(services: Services): Router[] {
  const { ledgerPool, bell, now } = services
  const context = createCommandContext({ pool: ledgerPool, bell, now })
  const outcomes = countOutcomes(services)
  const waitForProjections = openProjectionWait(ledgerPool, bell)
  const chainChecker = openChainChecker(ledgerPool)
  return [
    healthRoutes(services),
    metricsRoutes(services),
    openApiRoutes(),
    authRoutes(services),
    ...externalRoutes(services),
    commandRoutes(services, context, outcomes),
    readRoutes(services, waitForProjections),
    siteRoutes(services, waitForProjections),
    tenantLinkRoutes(services, waitForProjections),
    reportPages(services, context, waitForProjections),
    reportRoutes(services, context, waitForProjections),
    unsubscribePages(services),
    tenantPages(services, context, waitForProjections),
    recurringRoutes(services, waitForProjections),
    proofRoutes(services, chainChecker),
    erasureRoutes(services),
    closingRoutes(services),
    evidenceRoutes(services, chainChecker),
    invoiceRoutes(services),
    projectionRoutes(services, openRunWait(ledgerPool, bell)),
    historyRoutes(services, waitForProjections),
    exportRoutes(services, waitForProjections),
    importRoutes(services, context),
    billingRoutes(services, context),
    feedRoutes(services),
    connectionRoutes(services),
    webhookRoutes(services),
    textRoutes(services),
    pushRoutes(services),
    notificationRoutes(services),
    morningListRoutes(services),
    noticeRoutes(services),
    assetRoutes(services, context, outcomes),
    attachmentRoutes(services, context, outcomes),
    specCallRoutes(services, context, outcomes),
  ]
}
