import type Stripe from 'stripe'
import { isMissing } from '#api/payments/payments.ts'
import type { CompanyCommand } from '#core/company/messages.ts'
import { planOfTier } from '#core/company/plans.ts'
import { id } from '#core/model/values.ts'

/** A subscription's current state at the card provider, as a RecordPlan command records it. */
export type SubscriptionState = Omit<Extract<CompanyCommand, { type: 'RecordPlan' }>['data'], 'cause'>

/**
 * Reads the current state from the provider rather than from a notice, so that late or repeated notices do no harm. Undefined
 * if the subscription is not one of ours or no longer exists.
 */
export async function readSubscriptionState(
  stripe: Stripe,
  subscriptionId: string,
): Promise<SubscriptionState | undefined> {
  const found = await Promise.all([
    stripe.subscriptions.retrieve(subscriptionId),
    stripe.invoices.list({ subscription: subscriptionId, status: 'paid', limit: 12 }),
  ]).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!found) return undefined
  const [subscription, invoices] = found
  // The account at the provider may also sell other products.
  const companyId = id.safeParse(subscription.metadata.companyId)
  const plan = planOfTier(Number(subscription.metadata.tier))
  if (!companyId.success || !plan) return undefined
  const paidUntil = latestEnd(invoices.data)
  return {
    companyId: companyId.data,
    subscriptionId,
    startedAt: instantOf(subscription.created),
    businessTier: plan.tier,
    ...(paidUntil === undefined ? {} : { paidUntil: instantOf(paidUntil) }),
    standing: standingOf(subscription),
  }
}

/** The end of the paid period, in Unix seconds. Prorations do not move it. */
function latestEnd(invoices: readonly Stripe.Invoice[]): number | undefined {
  const ends = invoices
    .flatMap(({ lines }) => lines.data)
    .filter(({ parent }) => parent?.subscription_item_details?.proration === false)
    .map(({ period }) => period.end)
  return ends.length === 0 ? undefined : Math.max(...ends)
}

function standingOf({ status, cancel_at_period_end, cancel_at }: Stripe.Subscription): SubscriptionState['standing'] {
  if (status === 'active' || status === 'trialing')
    return cancel_at_period_end || cancel_at !== null ? 'cancelled' : 'active'
  return status === 'past_due' || status === 'unpaid' || status === 'incomplete' ? 'payment failed' : 'cancelled'
}

const instantOf = (seconds: number) => new Date(seconds * 1_000).toISOString()
