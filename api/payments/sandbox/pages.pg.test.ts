import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { billingOf } from '#test/server/billing.ts'
import { startServer } from '#test/server/server.ts'

const names = ['unknown', 'constructor', '__proto__', 'toString', 'cs_sandbox_0']

test('only a checkout or a portal of the sandbox has a page', async () => {
  const server = await startServer()
  for (const name of names) {
    for (const path of [`checkout/${name}`, `portal/${name}`])
      expect((await server.call(`/sandbox/${path}`)).status, path).toBe(404)
    for (const path of [`checkout/${name}/pay`, `checkout/${name}/decline`, `portal/${name}/renew`])
      expect((await server.call(`/sandbox/${path}`, { method: 'POST' })).status, path).toBe(404)
  }
  const { stripe } = server.services.payments
  for (const name of names) await expect(stripe.subscriptions.retrieve(name)).rejects.toThrow('No such thing')
  await server.close()
})

test("without access to the data folder nobody learns of the sandbox's checkouts", async () => {
  const server = await startServer()
  await billingOf(server).checkout(await server.registerCompany())
  const { mode } = await stat(join(server.services.config.dataFolder, 'sandbox-payments.json'))
  expect(mode & 0o077).toBe(0)
  await server.close()
})

test('with Stripe keys there is no sandbox, and an unsigned notice is refused', async () => {
  const server = await startServer({ stripe: { key: 'sk_test_1', webhookSecret: 'whsec_1' } })
  expect(server.services.payments.sandbox).toBeUndefined()
  expect((await server.call('/sandbox/checkout/cs_1/pay', { method: 'POST' })).status).toBe(404)
  const notice = { type: 'customer.subscription.created', id: 'evt_1', data: { object: { id: 'sub_1' } } }
  expect((await server.call('/api/subscriptions/webhook', { body: notice })).status).toBe(400)
  await server.close()
})
