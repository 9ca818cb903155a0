import {
  type Invoice,
  idOf,
  type Notice,
  type Order,
  type SandboxState,
  type Session,
  type Subscription,
} from './objects.ts'

/** What people and the passing of time do in the sandbox. Each action sends the notices that Stripe would send. */

/** Pays an open checkout, which starts its subscription. False if it is not open. */
export function pay(state: SandboxState, sessionId: string, now: Date): boolean {
  const session = state.sessions[sessionId]
  const order = state.orders[sessionId]
  if (!session || !order || session.status !== 'open') return false
  // Of two subscriptions of one second none is the later one, and only the later one counts.
  const created = Math.max(seconds(now), ...Object.values(state.subscriptions).map((one) => one.created + 1))
  const subscription: Subscription = {
    id: idOf('sub', state),
    object: 'subscription',
    status: 'active',
    metadata: order.metadata,
    created,
    cancel_at_period_end: false,
    cancel_at: null,
    customer: session.customer,
    items: { data: [{ current_period_start: created, current_period_end: monthsAfter(created, order.months) }] },
  }
  state.subscriptions[subscription.id] = subscription
  state.orders[subscription.id] = order
  const paid: Session = { ...session, status: 'complete', payment_status: 'paid', subscription: subscription.id }
  state.sessions[sessionId] = paid
  const invoice = billed(state, subscription, order, 'paid', now)
  notify(state, now, 'customer.subscription.created', subscription)
  notify(state, now, 'invoice.paid', invoice)
  notify(state, now, 'checkout.session.completed', paid)
  return true
}

/**
 * Whether the current period may be paid, or fail to be: a period is paid once, and only after it has begun, so that no number
 * of renewals buys more than the next period.
 */
export function mayRenew({ status, items }: Subscription, now: Date, outcome: 'paid' | 'open'): boolean {
  const [item] = items.data
  if (!item || status === 'canceled') return false
  return status === 'past_due' ? outcome === 'paid' : item.current_period_start <= seconds(now)
}

/** Moves a subscription on to its next period, whose payment succeeds or fails. */
export function renew(state: SandboxState, subscriptionId: string, now: Date, outcome: 'paid' | 'open') {
  const [subscription, order] = [state.subscriptions[subscriptionId], state.orders[subscriptionId]]
  if (!subscription || !order || subscription.status === 'canceled') return
  const [item] = subscription.items.data
  if (!item) return
  // A period whose payment failed is the one paid now.
  const start = subscription.status === 'past_due' ? item.current_period_start : item.current_period_end
  const period = { current_period_start: start, current_period_end: monthsAfter(start, order.months) }
  const next: Subscription = {
    ...subscription,
    status: outcome === 'paid' ? 'active' : 'past_due',
    items: { data: [period] },
  }
  state.subscriptions[subscriptionId] = next
  const invoice = billed(state, next, order, outcome, now)
  notify(state, now, 'customer.subscription.updated', next)
  notify(state, now, outcome === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoice)
}

/** Cancels a subscription at the end of its period, or resumes it. */
export function setRenewal(state: SandboxState, subscriptionId: string, renews: boolean, now: Date) {
  const subscription = state.subscriptions[subscriptionId]
  if (!subscription || subscription.status === 'canceled') return
  const next = { ...subscription, cancel_at_period_end: !renews }
  state.subscriptions[subscriptionId] = next
  notify(state, now, 'customer.subscription.updated', next)
}

/** Ends a subscription immediately. */
export function end(state: SandboxState, subscriptionId: string, now: Date): Subscription | undefined {
  const subscription = state.subscriptions[subscriptionId]
  if (!subscription || subscription.status === 'canceled') return undefined
  const next: Subscription = { ...subscription, status: 'canceled' }
  state.subscriptions[subscriptionId] = next
  notify(state, now, 'customer.subscription.deleted', next)
  return next
}

function billed(
  state: SandboxState,
  { id, items, metadata }: Subscription,
  order: Order,
  status: 'paid' | 'open',
  now: Date,
): Invoice {
  const [item] = items.data
  const period = { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 }
  const parent = { type: 'subscription_item_details', subscription_item_details: { proration: false } } as const
  const invoice: Invoice = {
    id: idOf('in', state),
    object: 'invoice',
    status,
    amount_due: order.amount,
    created: seconds(now),
    parent: { type: 'subscription_details', subscription_details: { subscription: id, metadata } },
    lines: { data: [{ amount: order.amount, period, parent }] },
  }
  state.invoices[invoice.id] = invoice
  return invoice
}

function notify(state: SandboxState, now: Date, type: Notice['type'], object: Notice['data']['object']) {
  const notice: Notice = {
    id: idOf('evt', state),
    object: 'event',
    created: seconds(now),
    livemode: false,
    type,
    data: { object },
  }
  state.notices.push(notice)
}

export const seconds = (now: Date) => Math.floor(now.getTime() / 1_000)

/** The same day so many months later, or the last day of that month; Unix seconds. */
export function monthsAfter(start: number, months: number): number {
  const from = new Date(start * 1_000)
  const to = new Date(from)
  to.setUTCMonth(from.getUTCMonth() + months)
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0)
  return seconds(to)
}
