import * as z from 'zod/mini'
import type { DescribedRoute } from '#api/http/described-route.ts'
import * as billing from '#core/wire/billing.ts'
import { paths } from '#core/wire/paths.ts'

const post = { method: 'post', for: 'owner' } as const

/** The calls about plans and their payment. */
export const billingRoutes: DescribedRoute[] = [
  {
    ...post,
    path: paths.createSubscription,
    summary:
      'Begin to pay for the plan of a tier (2, 3 or 4). Answers the card provider’s page. Again, while that checkout is open, it answers the same one.',
    body: billing.createSubscriptionRequest,
    answers: { 200: billing.createSubscriptionAnswer },
  },
  {
    ...post,
    path: paths.updateSubscription,
    summary: 'Ask whether a checkout of the company was paid; its plan is recorded if so. The owner alone.',
    body: billing.updateSubscriptionRequest,
    answers: { 200: billing.updateSubscriptionAnswer },
  },
  {
    ...post,
    path: paths.billingPortal,
    summary: 'The card provider’s page for cards, invoices and ending a plan',
    body: billing.portalRequest,
    answers: { 200: billing.portalAnswer },
  },
  {
    ...post,
    for: 'anyone',
    path: paths.billingWebhook,
    summary: 'The notices of the card provider, signed by it',
    body: z.looseObject({}),
    answers: { 200: billing.noticeAnswer },
  },
]
