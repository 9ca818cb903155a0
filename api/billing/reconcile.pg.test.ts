import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renew, setRenewal } from '#api/payments/sandbox/actions.ts'
import { billingOf } from '#test/server/billing.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { reconcile } from './reconcile.ts'

let server: TestServer
let billing: ReturnType<typeof billingOf>
beforeAll(async () => {
  server = await startServer()
  billing = billingOf(server)
})
afterAll(() => server.close())

const types = async (owner: SignedInTest) => (await billing.planEvents(owner)).map((event) => event.type)

test('notices that the card provider could not deliver are processed once, like delivered ones', async () => {
  const [bought, renewed, heard] = await Promise.all([1, 2, 3].map(() => server.registerCompany()))
  if (!bought || !renewed || !heard) throw new Error('There are three.')
  const first = await billing.buy(bought, 3)
  const second = await billing.buy(renewed)
  await billing.confirm(renewed, second.sessionId)
  await billing.act(renewed, (state, now) => renew(state, second.subscriptionId, now, 'paid'))
  await billing.act(renewed, (state, now) => setRenewal(state, second.subscriptionId, false, now))
  const third = await billing.buy(heard)
  for (const notice of third.notices) await billing.deliver(notice)

  expect(await reconcile(server.services)).toBe(first.notices.length + second.notices.length + 3)
  expect(await types(bought)).toEqual(['PlanActivated'])
  expect(await types(renewed)).toEqual(['PlanActivated', 'PlanRenewed', 'PlanCancelled'])
  expect(await types(heard)).toEqual(['PlanActivated'])
  expect(await reconcile(server.services)).toBe(0)
  for (const notice of [...first.notices, ...second.notices]) await billing.deliver(notice)
  expect(await types(renewed)).toHaveLength(3)
})

test('reconciling reads more than one page of notices, and one that fails does not delay the others', async () => {
  const [broken, other] = await Promise.all([1, 2].map(() => server.registerCompany()))
  if (!broken || !other) throw new Error('There are two.')
  const bad = await billing.buy(broken)
  const { subscriptionId } = await billing.buy(other)
  for (let nth = 0; nth < 60; nth += 1)
    await billing.act(other, (state, now) => {
      setRenewal(state, subscriptionId, nth % 2 === 1, now)
      setRenewal(state, subscriptionId, nth % 2 === 0, now)
    })
  const { stripe } = billing
  const retrieve = stripe.subscriptions.retrieve.bind(stripe.subscriptions)
  stripe.subscriptions.retrieve = (id: string) =>
    id === bad.subscriptionId ? Promise.reject(new Error('out of reach')) : retrieve(id)
  expect(await reconcile(server.services)).toBe(3 + 120)
  expect(await types(broken)).toEqual([])
  stripe.subscriptions.retrieve = retrieve
  expect(await reconcile(server.services)).toBe(3)
  expect(await types(broken)).toEqual(['PlanActivated'])
})

test('only one process at a time reconciles', async () => {
  await billing.buy(await server.registerCompany())
  const other = new pg.Client({ connectionString: server.database.url })
  await other.connect()
  await other.query("select pg_advisory_lock(hashtext('payments are reconciled'))")
  expect(await reconcile(server.services)).toBe(0)
  await other.end()
  await expect.poll(() => reconcile(server.services)).toBe(3)
})
