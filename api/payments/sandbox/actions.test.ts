import { expect, test } from 'vitest'
import { end, mayRenew, monthsAfter, pay, renew, seconds } from './actions.ts'
import { companyIn, emptyState, idOf, trimmed } from './objects.ts'

const at = (day: string) => seconds(new Date(`${day}T10:00:00Z`))
const companyId = '0193f0a0-0000-7000-8000-000000000001'
const now = new Date('2026-11-21T10:00:00Z')

function withCheckout() {
  const state = emptyState(companyId)
  state.orders.cs_1 = { name: 'Fettle Silver', amount: 43_200, months: 6, metadata: { tier: '3' } }
  state.sessions.cs_1 = {
    id: 'cs_1',
    object: 'checkout.session',
    mode: 'subscription',
    status: 'open',
    payment_status: 'unpaid',
    url: 'http://localhost/sandbox/checkout/cs_1',
    metadata: {},
    amount_total: 43_200,
    currency: 'gbp',
    customer: 'cus_1',
    subscription: null,
    success_url: 'http://localhost/subscription/success?session_id=cs_1',
    cancel_url: 'http://localhost/subscription',
    created: seconds(now),
  }
  return state
}

test('a period ends on the same day of its last month, or on the last day of that month', () => {
  expect(monthsAfter(at('2026-11-21'), 1)).toBe(at('2026-12-21'))
  expect(monthsAfter(at('2026-08-31'), 6)).toBe(at('2027-02-28'))
  expect(monthsAfter(at('2024-02-29'), 12)).toBe(at('2025-02-28'))
})

test('a checkout is paid once, and its subscription is billed for its first period', () => {
  const state = withCheckout()
  expect(pay(state, 'cs_1', now)).toBe(true)
  expect(pay(state, 'cs_1', now)).toBe(false)
  expect(pay(state, 'cs_none', now)).toBe(false)
  expect(Object.values(state.subscriptions)).toHaveLength(1)
  expect(Object.values(state.invoices).map(({ status, lines }) => [status, lines.data[0]?.period])).toEqual([
    ['paid', { start: at('2026-11-21'), end: at('2027-05-21') }],
  ])
})

test('of two plans bought within a second the second one is the later one', () => {
  const state = withCheckout()
  const [session, order] = [state.sessions.cs_1, state.orders.cs_1]
  if (session) state.sessions.cs_2 = { ...session, id: 'cs_2' }
  if (order) state.orders.cs_2 = order
  pay(state, 'cs_1', now)
  pay(state, 'cs_2', now)
  const subscriptions = Object.values(state.subscriptions)
  expect(subscriptions.map(({ created }) => created)).toEqual([seconds(now), seconds(now) + 1])
})

test('a failed payment is made up for the same period, and an ended subscription is not renewed', () => {
  const state = withCheckout()
  pay(state, 'cs_1', now)
  const [id = ''] = Object.keys(state.subscriptions)
  renew(state, id, now, 'open')
  expect(state.subscriptions[id]?.status).toBe('past_due')
  renew(state, id, now, 'paid')
  expect(state.subscriptions[id]).toMatchObject({
    status: 'active',
    items: { data: [{ current_period_end: at('2027-11-21') }] },
  })
  end(state, id, now)
  renew(state, id, now, 'paid')
  expect(state.subscriptions[id]?.status).toBe('canceled')
  expect(state.notices.at(-1)?.type).toBe('customer.subscription.deleted')
})

test('a period is paid once: a renewal buys the next period, and no more before that has begun', () => {
  const state = withCheckout()
  pay(state, 'cs_1', now)
  const [id = ''] = Object.keys(state.subscriptions)
  const may = (outcome: 'paid' | 'open', at = now) => {
    const subscription = state.subscriptions[id]
    return subscription !== undefined && mayRenew(subscription, at, outcome)
  }
  expect([may('paid'), may('open')]).toEqual([true, true])
  renew(state, id, now, 'open')
  expect([may('paid'), may('open')]).toEqual([true, false])
  renew(state, id, now, 'paid')
  expect([may('paid'), may('open')]).toEqual([false, false])
  expect(may('paid', new Date('2027-05-21T10:00:00Z'))).toBe(true)
  end(state, id, now)
  expect(may('paid', new Date('2027-05-21T10:00:00Z'))).toBe(false)
})

test("a company's state keeps the newest objects of each kind, however often it is used", () => {
  let state = withCheckout()
  pay(state, 'cs_1', now)
  const [id = ''] = Object.keys(state.subscriptions)
  for (let nth = 0; nth < 500; nth += 1) {
    renew(state, id, now, 'paid')
    state.portals[`bps_${nth}`] = {
      id: `bps_${nth}`,
      object: 'billing_portal.session',
      url: '',
      customer: 'cus_1',
      return_url: '',
    }
    state = trimmed(state)
  }
  expect(Object.keys(state.portals)).toHaveLength(10)
  expect(state.portals.bps_499).toBeDefined()
  expect(state.subscriptions[id]).toBeDefined()
  expect(state.orders[id]).toBeDefined()
  expect(JSON.stringify({ ...state, notices: [] }).length).toBeLessThan(100_000)
})

test('an id says whose object it is, and no other text does', () => {
  expect(companyIn(idOf('cus', { companyId }))).toBe(companyId)
  for (const text of ['', 'cs_1', 'constructor', `cs_sandbox_${companyId}`, `cs_sandbox_${'-'.repeat(36)}_1`])
    expect(companyIn(text)).toBeUndefined()
})
