import type Stripe from 'stripe'

/** The fields of Stripe's objects that we read, under Stripe's names. */
export type Customer = Pick<Stripe.Customer, 'id' | 'object' | 'name' | 'metadata'>
export type Session = Pick<
  Stripe.Checkout.Session,
  'id' | 'object' | 'mode' | 'status' | 'payment_status' | 'url' | 'metadata' | 'amount_total' | 'currency'
> & { customer: string; subscription: string | null; success_url: string; cancel_url: string; created: number }
export type Subscription = Pick<
  Stripe.Subscription,
  'id' | 'object' | 'status' | 'metadata' | 'created' | 'cancel_at_period_end' | 'cancel_at'
> & { customer: string; items: { data: { current_period_start: number; current_period_end: number }[] } }
export type Invoice = Pick<Stripe.Invoice, 'id' | 'object' | 'status' | 'amount_due' | 'created'> & {
  parent: {
    type: 'subscription_details'
    subscription_details: { subscription: string; metadata: Record<string, string> }
  }
  lines: { data: Line[] }
}
export type Line = {
  amount: number
  period: { start: number; end: number }
  parent: { type: 'subscription_item_details'; subscription_item_details: { proration: boolean } }
}
export type Portal = Pick<Stripe.BillingPortal.Session, 'id' | 'object' | 'url'> & {
  customer: string
  return_url: string
}
export type Notice = Pick<Stripe.Event, 'id' | 'object' | 'created' | 'livemode'> & {
  type: Stripe.Event['type']
  data: { object: Session | Subscription | Invoice }
}

/** A purchase, which Stripe stores as a price. */
export type Order = { name: string; amount: number; months: number; metadata: Record<string, string> }

/** The whole state of the sandbox. */
export type SandboxState = {
  customers: Record<string, Customer>
  sessions: Record<string, Session>
  subscriptions: Record<string, Subscription>
  invoices: Record<string, Invoice>
  portals: Record<string, Portal>
  /** By session and by subscription. */
  orders: Record<string, Order>
  /** Created ids by idempotency key. */
  answers: Record<string, string>
  /** Notices that have not been delivered yet. */
  notices: Notice[]
  /** All notices of the last thirty days, oldest first, delivered or not. */
  events: Notice[]
}

export const emptyState = (): SandboxState => ({
  customers: {},
  sessions: {},
  subscriptions: {},
  invoices: {},
  portals: {},
  orders: {},
  answers: {},
  notices: [],
  events: [],
})
