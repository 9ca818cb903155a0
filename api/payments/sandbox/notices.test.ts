import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postNotices } from './notices.ts'
import { openStateFile } from './state-file.ts'

const webhookSecret = 'whsec_test'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fettle-test-sandbox-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a notice is signed, retried until it is accepted, and then forgotten', async () => {
  const store = openStateFile(path.join(folder, 'state.json'))
  const notices = postNotices({ store, webhookSecret, logger: pino({ level: 'silent' }) })
  const came: string[] = []
  const server = createServer(async (req, res) => {
    const signature = req.headers['stripe-signature'] ?? ''
    const { id } = Stripe.webhooks.constructEvent(await text(req), signature, webhookSecret)
    came.push(id)
    res.writeHead(came.length === 1 ? 500 : 200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  store.change((state) => {
    const object = { id: 'sub_1', object: 'subscription', status: 'active' } as const
    const subscription = { ...object, metadata: {}, created: 1, cancel_at_period_end: false, cancel_at: null }
    const data = { object: { ...subscription, customer: 'cus_1', items: { data: [] } } }
    const type = 'customer.subscription.updated'
    state.notices.push({ id: 'evt_1', object: 'event', created: 1, livemode: false, type, data })
  })
  notices.wake()
  expect(came).toEqual([])
  notices.deliverTo(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
  notices.wake()
  await expect.poll(() => store.read().notices).toEqual([])
  expect(came).toEqual(['evt_1', 'evt_1'])
  await notices.close()
  server.close()
})

test('the state survives a restart', () => {
  const file = path.join(folder, 'state.json')
  openStateFile(file).change((state) => {
    state.customers.cus_1 = { id: 'cus_1', object: 'customer', name: 'Harrow & Pike', metadata: {} }
  })
  expect(openStateFile(file).read().customers.cus_1?.name).toBe('Harrow & Pike')
  expect(openStateFile(path.join(folder, 'none.json')).read().customers).toEqual({})
})
