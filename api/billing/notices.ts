import type Stripe from 'stripe'

/** The notices that can change a plan; all others are accepted and ignored. */
export const noticeTypes = [
  'checkout.session.completed',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
] as const satisfies Stripe.Event['type'][]

/** A notice's subscription id and the metadata we set at the purchase, each if the notice contains it. */
export function subscriptionOf(notice: Stripe.Event): { id?: string | undefined; metadata?: Stripe.Metadata | null } {
  switch (notice.type) {
    case 'checkout.session.completed': {
      const { subscription, metadata } = notice.data.object
      return { id: idOf(subscription), metadata }
    }
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const details = notice.data.object.parent?.subscription_details
      return { id: idOf(details?.subscription), metadata: details?.metadata ?? null }
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return notice.data.object
    default:
      return {}
  }
}

const idOf = (one: string | { id: string } | null | undefined) => (typeof one === 'string' ? one : one?.id)
