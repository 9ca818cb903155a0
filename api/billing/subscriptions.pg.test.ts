import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { plans } from '#core/company/plans.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { billingOf } from '#test/server/billing.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let billing: ReturnType<typeof billingOf>
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
  billing = billingOf(server)
  olga = await server.registerCompany()
  ann = await addMember(server, olga, 'admin')
  tom = await addMember(server, olga, 'team')
})
afterAll(() => server.close())

const ask = async (path: string, { token }: { token?: string }, body: object) => {
  const answer = await server.call(path, { token, body })
  return { status: answer.status, body: await answer.json() }
}
const create = (person: SignedInTest, body: object = {}) =>
  ask(paths.createSubscription, person, { tier: 2, companyId: person.user.companyId, ...body })

test.each(plans)('$name is paid on a page of the card provider, at its price and for its period', async (plan) => {
  const { status, body } = await create(olga, { tier: plan.tier })
  expect(status).toBe(200)
  expect(body.url).toBe(`${server.url}/sandbox/checkout/${body.sessionId}`)
  const { stripe } = billing
  const session = await stripe.checkout.sessions.retrieve(body.sessionId)
  const { companyId } = olga.user
  expect(session).toMatchObject({ status: 'open', amount_total: plan.price, metadata: { companyId } })
  expect(session.success_url).toBe(`${server.url}/subscription/success?session_id=${body.sessionId}`)
  const state = await server.services.payments.sandbox?.read(companyId)
  expect(state?.orders[body.sessionId]).toEqual({
    name: `Fettle ${plan.name}`,
    amount: plan.price,
    months: plan.months,
    metadata: { companyId, tier: String(plan.tier) },
  })
})

test('a checkout id that no database can hold is refused', async () => {
  for (const sessionId of ['\u0000', 'cs_\u0000', '\ud800', 'x'.repeat(301)]) {
    const { companyId } = olga.user
    expect((await ask(paths.updateSubscription, olga, { sessionId, companyId })).status, sessionId).toBe(400)
  }
})

test('a double click starts one checkout, and an open one is resumed', async () => {
  const owner = await server.registerCompany()
  const answers = await Promise.all([create(owner), create(owner), create(owner)])
  const again = await create(owner)
  expect(new Set([...answers, again].map(({ body }) => body.sessionId)).size).toBe(1)
  expect((await create(owner, { tier: 3 })).body.sessionId).not.toBe(again.body.sessionId)
})

test('a double click handled by two processes starts one checkout for one customer', async () => {
  const { dataFolder } = server.services.config
  const other = await startServer(
    { dataFolder, publicUrl: server.url },
    { database: server.database, projector: false },
  )
  const owner = await server.registerCompany()
  const body = { tier: 2, companyId: owner.user.companyId }
  const answers = await Promise.all(
    [server, other, server, other].map((one) => one.call(paths.createSubscription, { token: owner.token, body })),
  )
  const results = await Promise.all(answers.map((answer) => answer.json()))
  expect(new Set(results.map(({ sessionId }) => sessionId)).size).toBe(1)
  const state = await server.services.payments.sandbox?.read(owner.user.companyId)
  expect(Object.keys(state?.customers ?? {})).toHaveLength(1)
  await other.close()
})

test('a failure that the card provider repeats for an idempotency key does not block a payment', async () => {
  const { customers, checkout, errors } = billing.stripe
  const owner = await server.registerCompany()
  const make = { customer: customers.create.bind(customers), session: checkout.sessions.create.bind(checkout.sessions) }
  const kept = new Map<string, Error>()
  // The first response for a key is repeated; the first of each kind is a failure.
  const under = <T>(failure: Error, key: string | undefined, create: () => Promise<T>) => {
    if (![...kept.values()].includes(failure)) kept.set(key ?? '', failure)
    const known = kept.get(key ?? '')
    return known ? Promise.reject(known) : create()
  }
  const apiError = new errors.StripeAPIError({ type: 'api_error', message: 'An unknown error occurred' })
  const sameKey = 'Keys can only be used with the same parameters'
  const keyError = new errors.StripeIdempotencyError({ type: 'idempotency_error', message: sameKey })
  const customerSpy = vi.spyOn(customers, 'create')
  customerSpy.mockImplementation((given, key) => under(keyError, key?.idempotencyKey, () => make.customer(given, key)))
  const sessionSpy = vi.spyOn(checkout.sessions, 'create')
  sessionSpy.mockImplementation((given, key) => under(apiError, key?.idempotencyKey, () => make.session(given, key)))
  expect((await create(owner)).status).toBe(200)
  expect([customerSpy.mock.calls.length, sessionSpy.mock.calls.length]).toEqual([2, 2])
  customerSpy.mockRestore()
  sessionSpy.mockRestore()
})

test('an open checkout at an old price is not resumed', async () => {
  const owner = await server.registerCompany()
  const { sessionId } = await billing.checkout(owner)
  await billing.act(owner, (state) => {
    const session = state.sessions[sessionId]
    if (session) session.amount_total = 1
  })
  expect((await create(owner)).body.sessionId).not.toBe(sessionId)
})

test("a plan paid from the company's credit is confirmed", async () => {
  const owner = await server.registerCompany()
  const { sessionId } = await billing.buy(owner)
  await billing.act(owner, (state) => {
    const session = state.sessions[sessionId]
    if (session) session.payment_status = 'no_payment_required'
  })
  expect((await billing.confirm(owner, sessionId)).status).toBe(200)
  expect((await billing.planEvents(owner)).map((one) => one.type)).toEqual(['PlanActivated'])
})

test('the owner buys; an admin and the team may not, nor open the portal, nor confirm', async () => {
  const { sessionId } = await billing.checkout(olga)
  const { companyId } = olga.user
  for (const person of [ann, tom]) {
    const answers = [
      await create(person),
      await ask(paths.billingPortal, person, { companyId }),
      await ask(paths.updateSubscription, person, { sessionId, companyId }),
    ]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([403, 'owner-only'])
  }
  expect((await ask(paths.createSubscription, {}, { tier: 2, companyId })).status).toBe(401)
})

test('an unknown tier is refused', async () => {
  for (const tier of [0, 1, 5, 99, -2, '3', 2.5, null, undefined])
    expect((await create(olga, { tier })).status, `${tier}`).toBe(400)
  expect((await create(olga, { price: 1 })).body).toMatchObject({ code: 'unknown-field', field: 'price' })
})

test('nobody buys for another company or confirms its payments', async () => {
  const stranger = await server.registerCompany()
  expect((await create(olga, { companyId: stranger.user.companyId })).status).toBe(403)
  const { sessionId } = await billing.buy(stranger)
  const outcomes = [await billing.confirm(olga, sessionId), await billing.confirm(olga, 'cs_sandbox_unknown')]
  for (const answer of outcomes)
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: 'Failed to update subscription. Please contact support.', code: 'no-such-checkout' },
    ])
  expect((await billing.planEvents(olga)).length).toBe(0)
  expect((await billing.planEvents(stranger)).length).toBe(0)
})

test('a missing field is named, and an unpaid checkout starts no plan', async () => {
  const owner = await server.registerCompany()
  const { sessionId } = await billing.checkout(owner)
  const { companyId } = owner.user
  for (const body of [{}, { sessionId }, { companyId }, { sessionId: '', companyId }])
    expect(await ask(paths.updateSubscription, owner, body)).toMatchObject({
      status: 400,
      body: { error: 'Missing required information. Please contact support.' },
    })
  const unpaid = await billing.confirm(owner, sessionId)
  expect([unpaid.status, await unpaid.json()]).toEqual([
    409,
    { error: 'Failed to update subscription. Please contact support.', code: 'not-paid' },
  ])
  expect(await billing.planEvents(owner)).toEqual([])
})

test('an active plan is not sold twice, but another one can be bought', async () => {
  const owner = await server.registerCompany()
  const { sessionId } = await billing.buy(owner, 2)
  await billing.confirm(owner, sessionId)
  expect(await create(owner)).toMatchObject({ status: 409, body: { error: 'You are already on the Bronze plan.' } })
  expect((await create(owner, { tier: 4 })).status).toBe(200)
  const { companyId } = owner.user
  const portal = await ask(paths.billingPortal, owner, { companyId })
  expect(portal.body.url).toMatch(new RegExp(`^${server.url}/sandbox/portal/`))
  const page = await server.call(new URL(portal.body.url).pathname, { cookie: owner.cookie })
  expect(await page.text()).toContain('Fettle Bronze')
})

test('while the card provider cannot be reached, no payment can be started', async () => {
  const { stripe } = billing
  const owner = await server.registerCompany()
  const fault = vi.spyOn(stripe.customers, 'create')
  fault.mockRejectedValue(new stripe.errors.StripeConnectionError({ type: 'api_error', message: 'out of reach' }))
  expect(await create(owner)).toEqual({
    status: 502,
    body: { error: 'Failed to initiate payment. Please try again.', code: 'card-provider' },
  })
  fault.mockRestore()
  expect((await create(owner)).status).toBe(200)
})

test('the team learns nothing about the plan', async () => {
  const { sessionId } = await billing.buy(olga, 4)
  await billing.confirm(olga, sessionId)
  const [activated] = await billing.planEvents(olga)
  for (const path of [`${paths.company}?after=${activated?.seq}`, paths.me]) {
    const texts = await Promise.all([tom, ann].map(async ({ token }) => (await server.call(path, { token })).text()))
    expect(texts[0]).not.toMatch(/office|expiryDate|businessTier|sub_/)
    expect(texts[1]).toContain('"businessTier":4')
  }
})

test('after the trial new jobs are refused, data stays readable, work continues, and a plan allows new jobs again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20 * 86_400_000 })
  const registered = await server.registerCompany()
  const { jobId, taskId } = await createJob(server, registered)
  vi.useRealTimers()
  const { email } = registered.user
  const signedIn = await server.call(paths.login, { body: { email, password: registered.password } })
  const { token }: SignedIn = await signedIn.json()
  const owner = { ...registered, token }
  const newJob = () => ({ jobId: uuid(), apartmentName: '1 High Street', createdAt: '2026-11-20', tasks: [] })
  const refused = {
    status: 'refused',
    code: 'plan-ended',
    error: expect.stringContaining('Your free trial has ended.'),
  }
  expect(await sendCommands(server, owner, command('CreateJob', newJob()))).toMatchObject([refused])
  // A device's clock is not trusted here.
  const happenedAt = new Date(Date.now() - 19 * 86_400_000).toISOString()
  expect(await sendCommands(server, owner, command('CreateJob', newJob(), { happenedAt }))).toMatchObject([refused])
  await accepted(server, owner, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await accepted(server, owner, 'AddNote', { jobId, noteId: uuid(), note: 'Still at work' })
  const { seq } = await accepted(server, owner, 'EditJob', { jobId, agency: 'Homefinders' })
  for (const path of [`/api/jobs/${jobId}`, paths.jobs, paths.company])
    expect((await server.call(`${path}?after=${seq}`, { token })).status).toBe(200)
  const { sessionId } = await billing.buy(owner)
  await billing.confirm(owner, sessionId)
  await createJob(server, owner)
})

test('after a plan has ended a new job is refused as well', async () => {
  const owner = await server.registerCompany()
  await billing.hadPlan(owner)
  expect((await billing.planEvents(owner)).map((event) => event.type)).toEqual(['PlanActivated', 'PlanCancelled'])
  const newJob = { jobId: uuid(), apartmentName: '1 High Street', createdAt: '2026-11-20', tasks: [] }
  expect(await sendCommands(server, owner, command('CreateJob', newJob))).toMatchObject([
    { status: 'refused', code: 'plan-ended', error: expect.stringContaining('Your Bronze plan has ended.') },
  ])
})
