import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { pino } from 'pino'
import Stripe from 'stripe'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { pauseAfter, postNotices } from './notices.ts'
import type { Notice } from './objects.ts'
import { openStore } from './store.ts'

const webhookSecret = 'whsec_test'
const logger = pino({ level: 'silent' })
let database: TestDatabase
let ledgerPool: pg.Pool
let authPool: pg.Pool
beforeAll(async () => {
  database = await createDatabase()
  ledgerPool = connect(database.url, 'fettle_api', { max: 3 })
  authPool = connect(database.url, 'fettle_auth', { max: 2 })
})
afterAll(async () => {
  await Promise.all([ledgerPool.end(), authPool.end()])
  await database.drop()
})

function noticeOf(id: string): Notice {
  const object = { id: 'sub_1', object: 'subscription', status: 'active' } as const
  const subscription = { ...object, metadata: {}, created: 1, cancel_at_period_end: false, cancel_at: null }
  const data = { object: { ...subscription, customer: 'cus_1', items: { data: [] } } }
  return { id, object: 'event', created: 1, livemode: false, type: 'customer.subscription.updated', data }
}

const notices = (companyId: string) =>
  inCompany(ledgerPool, companyId, async (client) => {
    const { rows } = await client.query('select notice_id, attempts, due_at from sandbox_notice order by created_at')
    return rows
  })

/** A receiver that accepts the notices with these ids from their second delivery on. */
async function receiver(accepts: (id: string, nth: number) => boolean) {
  const came: string[] = []
  const server = createServer(async (req, res) => {
    const signature = req.headers['stripe-signature'] ?? ''
    const { id } = Stripe.webhooks.constructEvent(await text(req), signature, webhookSecret)
    came.push(id)
    res.writeHead(accepts(id, came.filter((one) => one === id).length) ? 200 : 500).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { came, url, close: () => server.close() }
}

test('a notice is signed, sent again until it is accepted, and then no more', async () => {
  const companyId = uuid()
  const receiving = await receiver((_, nth) => nth > 1)
  const delivering = postNotices({ ledgerPool, authPool, webhookSecret, logger })
  await openStore(ledgerPool).change(companyId, (state) => state.notices.push(noticeOf('evt_1')))
  delivering.wake()
  expect(receiving.came).toEqual([])
  delivering.deliverTo(receiving.url)
  await expect.poll(() => receiving.came).toEqual(['evt_1'])
  await expect.poll(async () => (await notices(companyId))[0]?.attempts).toBe(1)
  const later = new pg.Client({ connectionString: database.url })
  await later.connect()
  await later.query("update sandbox_notice set due_at = now() where notice_id = 'evt_1'")
  delivering.wake()
  await expect
    .poll(() => notices(companyId))
    .toEqual([expect.objectContaining({ notice_id: 'evt_1', attempts: 2, due_at: null })])
  expect(receiving.came).toEqual(['evt_1', 'evt_1'])
  await later.end()
  await delivering.close()
  receiving.close()
})

test('a notice that is never accepted is given up after a few attempts at growing intervals', () => {
  const pauses = Array.from({ length: 10 }, (_, nth) => pauseAfter(nth + 1))
  expect(pauses).toEqual([0.5, 1, 2, 4, 8, 16, 32, null, null, null])
})

test('a company keeps its newest 200 notices', async () => {
  const companyId = uuid()
  const store = openStore(ledgerPool)
  for (let nth = 0; nth < 5; nth += 1)
    await store.change(companyId, (state) => {
      for (let one = 0; one < 50; one += 1) state.notices.push(noticeOf(`evt_${nth}_${one}`))
    })
  const kept = await notices(companyId)
  expect(kept).toHaveLength(200)
  expect(kept.some(({ notice_id }) => notice_id.startsWith('evt_0_'))).toBe(false)
})
