import * as z from 'zod/mini'
import { text } from '#core/model/values.ts'

/** The page to which the card provider returns a person after payment; it adds the session's id. */
export const paidPath = '/subscription/success'

/** POST /api/subscriptions/create-subscription: `url` is the card provider's payment page for a plan. */
export const createSubscriptionRequest = z.strictObject({ tier: z.int(), companyId: z.string() })
export const createSubscriptionAnswer = z.object({ url: z.string(), sessionId: z.string() })
export type CreateSubscriptionAnswer = z.infer<typeof createSubscriptionAnswer>

/** POST /api/subscriptions/update-subscription: checks whether a session was paid. If so, its plan is in the ledger. */
export const updateSubscriptionRequest = z.strictObject({ sessionId: text(300), companyId: z.string() })
export const updateSubscriptionAnswer = z.object({ success: z.boolean() })
export type UpdateSubscriptionAnswer = z.infer<typeof updateSubscriptionAnswer>

/** POST /api/subscriptions/portal: the card provider's page for cards, invoices and cancelling a plan. */
export const portalRequest = z.strictObject({ companyId: z.string() })
export const portalAnswer = z.object({ url: z.string() })
export type PortalAnswer = z.infer<typeof portalAnswer>

/** The answer to a webhook of the card provider. */
export const noticeAnswer = z.object({ received: z.boolean() })

/** The specification's error messages. */
export const billingErrors = {
  notInitiated: 'Failed to initiate payment. Please try again.',
  notUpdated: 'Failed to update subscription. Please contact support.',
  incomplete: 'Missing required information. Please contact support.',
} as const
