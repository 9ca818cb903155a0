import { attachmentRoutes } from '#api/attachments/openapi.ts'
import { signInRoutes } from '#api/auth/openapi.ts'
import { billingRoutes } from '#api/billing/openapi.ts'
import { closingRoutes } from '#api/closing/openapi.ts'
import { commandRoutes } from '#api/commands/openapi.ts'
import { connectionRoutes } from '#api/connections/openapi.ts'
import { evidenceRoutes } from '#api/evidence/openapi.ts'
import { exportRoutes } from '#api/exports/openapi.ts'
import { feedRoutes } from '#api/feed/openapi.ts'
import { historyRoutes } from '#api/history/openapi.ts'
import type { DescribedRoute } from '#api/http/described-route.ts'
import { imageRoutes } from '#api/images/openapi.ts'
import { importRoutes } from '#api/imports/openapi.ts'
import { invoiceRoutes } from '#api/invoices/openapi.ts'
import { morningListRoutes } from '#api/mail/morning-list/openapi.ts'
import { noticeRoutes } from '#api/notices/openapi.ts'
import { notificationRoutes } from '#api/notifications/openapi.ts'
import { peopleRoutes } from '#api/people/openapi.ts'
import { projectionRoutes } from '#api/projections/openapi.ts'
import { proofRoutes } from '#api/proof/openapi.ts'
import { pushRoutes } from '#api/reactions/pushes/openapi.ts'
import { textRoutes } from '#api/reactions/texts/openapi.ts'
import { webhookRoutes } from '#api/reactions/webhooks/openapi.ts'
import { readRoutes } from '#api/reads/openapi.ts'
import { recurringRoutes } from '#api/reads/recurring/openapi.ts'
import { siteRoutes } from '#api/reads/sites/openapi.ts'
import { reportRoutes } from '#api/reports/openapi.ts'
import { specifiedRoutes } from '#api/spec-calls/openapi.ts'
import { tenantRoutes } from '#api/tenants/openapi.ts'
import { unsubscribeRoutes } from '#api/unsubscribe/openapi.ts'
import { serverRoutes } from './server-routes.ts'

/** Every route. A test compares this list with the mounted routes. */
export const describedRoutes: DescribedRoute[] = [
  ...signInRoutes,
  ...readRoutes,
  ...siteRoutes,
  ...tenantRoutes,
  ...reportRoutes,
  ...recurringRoutes,
  ...evidenceRoutes,
  ...invoiceRoutes,
  ...proofRoutes,
  ...specifiedRoutes,
  ...imageRoutes,
  ...attachmentRoutes,
  ...commandRoutes,
  ...historyRoutes,
  ...projectionRoutes,
  ...exportRoutes,
  ...importRoutes,
  ...feedRoutes,
  ...morningListRoutes,
  ...connectionRoutes,
  ...webhookRoutes,
  ...textRoutes,
  ...notificationRoutes,
  ...noticeRoutes,
  ...pushRoutes,
  ...unsubscribeRoutes,
  ...peopleRoutes,
  ...closingRoutes,
  ...billingRoutes,
  ...serverRoutes,
]
