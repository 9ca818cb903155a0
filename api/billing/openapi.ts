import * as z from 'zod/mini'
import type { DescribedRoute } from '#api/http/described-route.ts'
import * as billing from '#core/wire/account/billing.ts'
import { paths } from '#core/wire/paths.ts'

const post = { method: 'post', for: 'owner' } as const

/** Routes for plans and their payment. */
export const billingRoutes: DescribedRoute[] = [
  {
    ...post,
    path: paths.createSubscription,
    summary:
      'Start paying for a plan by its tier (2, 3 or 4). Returns the address of the card provider’s page, the same one while that checkout is open.',
    body: billing.createSubscriptionRequest,
    answers: { 200: billing.createSubscriptionAnswer },
  },
  {
    ...post,
    path: paths.updateSubscription,
    summary: 'Check whether a checkout has been paid; if so, the plan is recorded',
    body: billing.updateSubscriptionRequest,
    answers: { 200: billing.updateSubscriptionAnswer },
  },
  {
    ...post,
    path: paths.billingPortal,
    summary: 'The address of the card provider’s page for cards, invoices and cancelling a plan',
    body: billing.portalRequest,
    answers: { 200: billing.portalAnswer },
  },
  {
    ...post,
    for: 'anyone',
    path: paths.billingWebhook,
    summary: 'Signed notices from the card provider',
    body: z.looseObject({}),
    answers: { 200: billing.noticeAnswer },
  },
]
