import { randomBytes } from 'node:crypto'
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

/** What the sandbox knows of one company. */
export type SandboxState = {
  companyId: string
  customers: Record<string, Customer>
  sessions: Record<string, Session>
  subscriptions: Record<string, Subscription>
  invoices: Record<string, Invoice>
  portals: Record<string, Portal>
  /** By session and by subscription. */
  orders: Record<string, Order>
  /** Created ids by idempotency key. */
  answers: Record<string, string>
  /** Notices of this change, to be delivered. */
  notices: Notice[]
}

export const emptyState = (companyId: string): SandboxState => ({
  companyId,
  customers: {},
  sessions: {},
  subscriptions: {},
  invoices: {},
  portals: {},
  orders: {},
  answers: {},
  notices: [],
})

/** The state with the newest of each kind of object, so that a company's row cannot grow for ever. */
export function trimmed(state: SandboxState): SandboxState {
  const sessions = newest(state.sessions, 20)
  const subscriptions = newest(state.subscriptions, 20)
  const isKept = ([id]: [string, unknown]) => id in sessions || id in subscriptions
  return {
    ...state,
    sessions,
    subscriptions,
    customers: newest(state.customers, 3),
    invoices: newest(state.invoices, 60),
    portals: newest(state.portals, 10),
    orders: Object.fromEntries(Object.entries(state.orders).filter(isKept)),
    answers: newest(state.answers, 50),
  }
}

const newest = <T>(objects: Record<string, T>, most: number): Record<string, T> =>
  Object.fromEntries(Object.entries(objects).slice(-most))

/** An id of the sandbox, which says whose object it is: `sub_sandbox_<company>_<random>`. */
export const idOf = (kind: string, { companyId }: Pick<SandboxState, 'companyId'>) =>
  `${kind}_sandbox_${companyId}_${randomBytes(9).toString('hex')}`

/** The company in an id of the sandbox; undefined for any other text. */
export const companyIn = (id: string): string | undefined =>
  /^[a-z]+_sandbox_([0-9a-f-]{36})_[0-9a-f]{18}$/.exec(id)?.[1]
