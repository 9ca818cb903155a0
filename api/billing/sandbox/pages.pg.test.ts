import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { billingOf } from '#test/server/billing.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let billing: ReturnType<typeof billingOf>
let owner: SignedInTest
let portal: string
beforeAll(async () => {
  server = await startServer()
  billing = billingOf(server)
  owner = await server.registerCompany()
  await billing.buy(owner)
  const { companyId } = owner.user
  const answer = await server.call(paths.billingPortal, { token: owner.token, body: { companyId } })
  portal = new URL((await answer.json()).url).pathname
})
afterAll(() => server.close())

const post = (path: string, cookie?: string, headers = {}) =>
  server.call(path, { method: 'POST', headers, ...(cookie ? { cookie } : {}) })
const stateOf = ({ user }: SignedInTest) => server.services.payments.sandbox?.read(user.companyId)

test('only a checkout or a portal of the own company has a page', async () => {
  const names = [
    'unknown',
    'constructor',
    '__proto__',
    'toString',
    'cs_sandbox_0',
    `cs_sandbox_${uuid()}_${'0'.repeat(18)}`,
  ]
  for (const name of names) {
    for (const path of [`checkout/${name}`, `portal/${name}`])
      expect((await server.call(`/sandbox/${path}`, { cookie: owner.cookie })).status, path).toBe(404)
    for (const path of [`checkout/${name}/pay`, `checkout/${name}/decline`, `portal/${name}/renew`])
      expect((await post(`/sandbox/${path}`, owner.cookie)).status, path).toBe(404)
  }
  for (const name of names) await expect(billing.stripe.subscriptions.retrieve(name)).rejects.toThrow('No such thing')
})

test('600 requests without sign-in change nothing, and other requests are answered meanwhile', async () => {
  const before = await stateOf(owner)
  const flood = Promise.all(
    Array.from({ length: 600 }, async (_, nth) => {
      const answer = await post(`${portal}/${['renew', 'fail', 'cancel'][nth % 3]}`)
      return answer.status
    }),
  )
  expect((await server.call('/healthz')).status).toBe(200)
  expect((await server.call(paths.company, { token: owner.token })).status).toBe(200)
  expect(new Set(await flood)).toEqual(new Set([401]))
  expect(await stateOf(owner)).toEqual(before)
})

test("nobody but the company's owner sees or uses its pages, nor does another site", async () => {
  const before = await stateOf(owner)
  const stranger = await server.registerCompany()
  const admin = await addMember(server, owner, 'admin', 'priya')
  for (const { cookie } of [stranger, admin]) {
    expect((await server.call(portal, { cookie })).status).toBe(404)
    expect((await post(`${portal}/renew`, cookie)).status).toBe(404)
  }
  expect((await server.call(portal)).status).toBe(401)
  const foreign = await post(`${portal}/renew`, owner.cookie, { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  const left = await server.registerCompany()
  const { sessionId } = await billing.checkout(left)
  await server.call(paths.logout, { method: 'POST', cookie: left.cookie })
  expect((await post(`/sandbox/checkout/${sessionId}/pay`, left.cookie)).status).toBe(401)
  expect((await stateOf(left))?.sessions[sessionId]?.status).toBe('open')
  expect(await stateOf(owner)).toEqual(before)
})

test('however often the owner renews, the plan is paid for one more period', async () => {
  const buyer = await server.registerCompany()
  const { subscriptionId } = await billing.buy(buyer)
  const opened = await server.call(paths.billingPortal, {
    token: buyer.token,
    body: { companyId: buyer.user.companyId },
  })
  const own = new URL((await opened.json()).url).pathname
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await post(`${own}/renew`, buyer.cookie)).status),
  )
  expect(new Set(statuses).size).toBe(1)
  const state = await stateOf(buyer)
  expect(Object.keys(state?.invoices ?? {})).toHaveLength(2)
  const end = state?.subscriptions[subscriptionId]?.items.data[0]?.current_period_end ?? 0
  expect(end * 1_000).toBeLessThan(Date.now() + 62 * 86_400_000)
})

test('a purchase survives a restart, as it is in the database', async () => {
  const buyer = await server.registerCompany()
  const { sessionId, subscriptionId } = await billing.buy(buyer)
  const other = await startServer({}, { database: server.database, projector: false })
  const { stripe } = billingOf(other)
  expect((await stripe.checkout.sessions.retrieve(sessionId)).status).toBe('complete')
  expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe('active')
  await other.close()
})

test('with Stripe keys there is no sandbox, and an unsigned notice is refused', async () => {
  const live = await startServer(
    { stripe: { key: 'sk_test_1', webhookSecret: 'whsec_1' } },
    { database: server.database, projector: false },
  )
  expect(live.services.payments.sandbox).toBeUndefined()
  expect((await live.call('/sandbox/checkout/cs_1/pay', { method: 'POST' })).status).toBe(404)
  const notice = { type: 'customer.subscription.created', id: 'evt_1', data: { object: { id: 'sub_1' } } }
  expect((await live.call(paths.billingWebhook, { body: notice })).status).toBe(400)
  await live.close()
})

test('at a public https address without Stripe keys there is no sandbox, and nothing can be bought', async () => {
  const live = await startServer(
    { publicUrl: 'https://fettle.example', dataFolder: server.services.config.dataFolder },
    { database: server.database, projector: false },
  )
  expect((await live.call(`${portal}/renew`, { method: 'POST', cookie: owner.cookie })).status).toBe(404)
  const { companyId } = owner.user
  const body = { tier: 2, companyId }
  expect((await live.call(paths.createSubscription, { token: owner.token, body })).status).toBe(503)
  expect((await live.call(paths.billingWebhook, { body: {} })).status).toBe(503)
  await live.close()
})
