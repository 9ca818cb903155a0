import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end, renew, setRenewal } from '#api/payments/sandbox/actions.ts'
import type { SandboxState } from '#api/payments/sandbox/objects.ts'
import { paths } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { billingOf } from '#test/server/billing.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let billing: ReturnType<typeof billingOf>
let olga: SignedInTest
beforeAll(async () => {
  server = await startServer()
  billing = billingOf(server)
  olga = await server.registerCompany()
})
afterAll(() => server.close())

const types = async (owner: SignedInTest) => (await billing.planEvents(owner)).map((event) => event.type)

test('a notice that arrives before the success page starts the plan, and the page only confirms it', async () => {
  const { sessionId, subscriptionId, notices } = await billing.buy(olga, 3)
  expect(notices.map((one) => one.type)).toEqual([
    'customer.subscription.created',
    'invoice.paid',
    'checkout.session.completed',
  ])
  for (const notice of notices) {
    const answer = await billing.deliver(notice)
    expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 200, body: { received: true } })
  }
  const [activated, ...others] = await billing.planEvents(olga)
  expect(others).toEqual([])
  expect(activated).toMatchObject({
    type: 'PlanActivated',
    actorRole: 'system',
    clock: 'server',
    data: { subscriptionId, businessTier: 3, cause: notices[0]?.id },
  })
  expect(activated).not.toHaveProperty('actorId')
  const answer = await billing.confirm(olga, sessionId)
  expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 200, body: { success: true } })
  expect(await types(olga)).toEqual(['PlanActivated'])
  const plan = await billing.plan(olga, activated?.seq)
  expect(plan).toMatchObject({ businessTier: 3, standing: 'active' })
  const months = new Date(plan?.expiryDate ?? '').getUTCMonth() - new Date().getUTCMonth()
  expect((months + 12) % 12).toBe(6)
})

test('a success page that opens before any notice starts the plan, and the notices change nothing', async () => {
  const owner = await server.registerCompany()
  const { sessionId, notices } = await billing.buy(owner)
  expect((await billing.confirm(owner, sessionId)).status).toBe(200)
  for (const notice of notices) expect((await billing.deliver(notice)).status).toBe(200)
  const events = await billing.planEvents(owner)
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'PlanActivated', data: expect.objectContaining({ businessTier: 2, cause: sessionId }) },
  ])
})

test('repeated notices, concurrent and in any order, with the success page among them, give one plan', async () => {
  const owner = await server.registerCompany()
  const { sessionId, subscriptionId, notices } = await billing.buy(owner, 4)
  const renewals = await billing.act(owner, (state, now) => renew(state, subscriptionId, now, 'paid'))
  const all = [...notices, ...renewals, ...notices].toReversed()
  const answers = await Promise.all([
    ...all.map((notice) => billing.deliver(notice)),
    billing.confirm(owner, sessionId),
    billing.confirm(owner, sessionId),
  ])
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  const events = await billing.planEvents(owner)
  expect(events.map((event) => event.type)).toEqual(['PlanActivated'])
  const years =
    (Date.parse((await billing.plan(owner, events[0]?.seq))?.expiryDate ?? '') - Date.now()) / 31_557_600_000
  expect(years).toBeCloseTo(2, 1)
  const kept = await inCompany(server.services.ledgerPool, owner.user.companyId, (client) =>
    client.query('select notice_id from billing_notice'),
  )
  expect(kept.rows.map((row) => row.notice_id).toSorted()).toEqual(
    [...notices, ...renewals].map((notice) => notice.id).toSorted(),
  )
})

test('renewals, a failed payment and its recovery, a withdrawn cancellation and the end are in the ledger', async () => {
  const owner = await server.registerCompany()
  const { sessionId, subscriptionId: id } = await billing.buy(owner)
  await billing.confirm(owner, sessionId)
  const deeds = [
    await billing.act(owner, (state, now) => renew(state, id, now, 'paid')),
    await billing.act(owner, (state, now) => renew(state, id, now, 'open')),
    await billing.act(owner, (state, now) => renew(state, id, now, 'paid')),
    await billing.act(owner, (state, now) => setRenewal(state, id, false, now)),
  ]
  // The provider has all of the above by now: the first notice brings it all, the others nothing new.
  for (const notice of deeds.flat()) expect((await billing.deliver(notice)).status).toBe(200)
  expect(await types(owner)).toEqual(['PlanActivated', 'PlanRenewed', 'PlanCancelled'])
  const next = [
    (state: SandboxState, now: Date) => setRenewal(state, id, true, now),
    (state: SandboxState, now: Date) => renew(state, id, now, 'open'),
    (state: SandboxState, now: Date) => renew(state, id, now, 'paid'),
    (state: SandboxState, now: Date) => void end(state, id, now),
  ]
  for (const deed of next)
    for (const notice of (await billing.act(owner, deed)).toReversed()) await billing.deliver(notice)
  expect((await types(owner)).slice(3)).toEqual(['PlanResumed', 'PlanPaymentFailed', 'PlanRenewed', 'PlanCancelled'])
  for (const notice of deeds.flat()) expect((await billing.deliver(notice)).status).toBe(200)
  expect(await types(owner)).toHaveLength(7)
})

test('another plan replaces the first, which ends at the provider and no longer counts', async () => {
  const owner = await server.registerCompany()
  const first = await billing.buy(owner, 2)
  await billing.act(owner, (state) => {
    const bought = state.subscriptions[first.subscriptionId]
    if (bought) bought.created -= 86_400
  })
  await billing.confirm(owner, first.sessionId)
  const second = await billing.buy(owner, 4)
  for (const notice of second.notices) await billing.deliver(notice)
  const { stripe } = billing
  expect((await stripe.subscriptions.retrieve(first.subscriptionId)).status).toBe('canceled')
  expect((await stripe.subscriptions.retrieve(second.subscriptionId)).status).toBe('active')
  for (const notice of first.notices) await billing.deliver(notice)
  const events = await billing.planEvents(owner)
  expect(events.map((event) => event.type)).toEqual(['PlanActivated', 'PlanActivated'])
  expect(await billing.plan(owner, events[1]?.seq)).toMatchObject({ businessTier: 4, standing: 'active' })
})

test('a notice with a wrong signature, an old one, or none is refused and changes nothing', async () => {
  const owner = await server.registerCompany()
  const { notices } = await billing.buy(owner)
  const [notice] = notices
  if (!notice) throw new Error('There is one.')
  const now = Math.floor(Date.now() / 1_000)
  const answers = [
    await billing.deliver(notice, { secret: 'whsec_of_somebody_else' }),
    await billing.deliver(notice, { signature: `t=${now},v1=${'0'.repeat(64)}` }),
    await billing.deliver(notice, { signature: `t=${now - 3_600},v1=${'0'.repeat(64)}` }),
    await billing.deliver(notice, { signature: 'nonsense' }),
    await server.call(paths.billingWebhook, { body: notice }),
    await server.call(paths.billingWebhook, { method: 'POST' }),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'bad-signature' })
  }
  expect(await types(owner)).toEqual([])
})

test('a signed body that is no notice is refused, and changes nothing', async () => {
  for (const body of ['null', '[]', '1', '{}', '{"id":"evt_1","type":"invoice.paid"}', '{"id":1,"type":2,"data":3}']) {
    const answer = await billing.deliver(JSON.parse(body))
    expect([answer.status, (await answer.json()).code], body).toEqual([400, 'bad-notice'])
  }
})

test('a notice about another product, an unknown company or an unknown subject is accepted and changes nothing', async () => {
  const owner = await server.registerCompany()
  const { subscriptionId, notices } = await billing.buy(owner)
  const [created] = notices
  const before = await types(owner)
  for (const companyId of [uuid(), 'not-an-id', '']) {
    await billing.act(owner, (state) => {
      const subscription = state.subscriptions[subscriptionId]
      if (subscription) subscription.metadata = { ...subscription.metadata, companyId }
    })
    expect((await billing.deliver({ ...created, id: `evt_${companyId}` })).status).toBe(200)
  }
  expect((await billing.deliver({ ...created, type: 'charge.refunded' })).status).toBe(200)
  const gone = { id: 'sub_of_a_test_that_was_deleted', object: 'subscription', metadata: {} }
  expect((await billing.deliver({ ...created, id: 'evt_gone', data: { object: gone } })).status).toBe(200)
  expect(await types(owner)).toEqual(before)
})

test('a notice that cannot be processed gets an error response, and is processed when it is sent again', async () => {
  const owner = await server.registerCompany()
  const { notices } = await billing.buy(owner)
  const [notice] = notices
  const { stripe } = billing
  const retrieve = stripe.subscriptions.retrieve
  stripe.subscriptions.retrieve = () => Promise.reject(new Error('out of reach'))
  expect((await billing.deliver(notice ?? {})).status).toBe(500)
  stripe.subscriptions.retrieve = retrieve
  expect((await billing.deliver(notice ?? {})).status).toBe(200)
  expect(await types(owner)).toEqual(['PlanActivated'])
})
