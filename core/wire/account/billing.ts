import * as z from 'zod/mini'

/** Where the card provider sends a person back to after paying; it puts the session's id in. */
export const paidPath = '/subscription/success'

/** POST /api/subscriptions/create-subscription: the page of the card provider on which a plan is paid. */
export const createSubscriptionRequest = z.strictObject({ tier: z.int(), companyId: z.string() })
export const createSubscriptionAnswer = z.object({ url: z.string(), sessionId: z.string() })
export type CreateSubscriptionAnswer = z.infer<typeof createSubscriptionAnswer>

/** POST /api/subscriptions/update-subscription: asks whether a session was paid; its plan is then in the ledger. */
export const updateSubscriptionRequest = z.strictObject({ sessionId: z.string(), companyId: z.string() })
export const updateSubscriptionAnswer = z.object({ success: z.boolean() })
export type UpdateSubscriptionAnswer = z.infer<typeof updateSubscriptionAnswer>

/** POST /api/subscriptions/portal: the page of the card provider for cards, invoices and ending a plan. */
export const portalRequest = z.strictObject({ companyId: z.string() })
export const portalAnswer = z.object({ url: z.string() })
export type PortalAnswer = z.infer<typeof portalAnswer>

/** What a notice of the card provider is answered. */
export const noticeAnswer = z.object({ received: z.boolean() })

/** The sentences of the specification for what can go wrong. */
export const billingErrors = {
  notInitiated: 'Failed to initiate payment. Please try again.',
  notUpdated: 'Failed to update subscription. Please contact support.',
  incomplete: 'Missing required information. Please contact support.',
} as const
