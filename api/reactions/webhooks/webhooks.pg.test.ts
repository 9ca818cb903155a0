import { once } from 'node:events'
import http from 'node:http'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { AuditAnswer } from '#core/wire/account/audit.ts'
import type { DeliveriesAnswer, DeliveryAnswer } from '#core/wire/connections/webhooks.ts'
import type { EventsAnswer } from '#core/wire/history.ts'
import type { NotificationsAnswer } from '#core/wire/jobs/notifications.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { erasureOf, foundIn, untilErased } from '#test/server/erasures.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { makeWebhook, type Receiver, startReceiver, verified, webhooksOf } from '#test/server/webhooks/receiver.ts'
import { retryFailed } from './delivery-rows.ts'

let mailbox: Mailbox
let server: TestServer
let olga: SignedInTest
let jobId: string
let taskId: string
const receivers: Receiver[] = []
beforeAll(async () => {
  mailbox = await openMailbox()
  const mail = { mail: mailbox.settings, publicUrl: 'https://fettle.example.com' }
  server = await startServer({ webhooksPrivate: true, ...mail })
  olga = await server.registerCompany()
  ;({ jobId, taskId } = await createJob(server, olga))
})
afterEach(async () => {
  for (const { webhookId } of (await webhooksOf(server, olga)).webhooks)
    await ask(paths.webhook, { webhookId }, { method: 'DELETE' })
  await Promise.all(receivers.splice(0).map((one) => one.close()))
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const lettersTo = ({ user }: SignedInTest) =>
  mailbox.letters.filter(({ to, subject }) => to.includes(user.email) && subject.startsWith('A webhook at'))

const receive = async () => {
  const receiver = await startReceiver()
  receivers.push(receiver)
  return receiver
}
const ask = async (path: string, ids: Record<string, string>, options: object = {}, { token } = olga) => {
  const answer = await server.call(pathTo(path, ids), { token, ...options })
  return { status: answer.status, body: await answer.json() }
}
const post = (path: string, ids: Record<string, string>, body: object = {}) => ask(path, ids, { body })
const note = (text: string) => accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note: text })
const deliveriesOf = async (webhookId: string): Promise<DeliveriesAnswer['deliveries']> =>
  (await ask(paths.webhookDeliveries, { webhookId })).body.deliveries

test('a webhook is told of what happens from now on, signed, with the values before and after, as the log shows it', async () => {
  const receiver = await receive()
  const { secret } = await makeWebhook(server, olga, { url: receiver.url, eventTypes: ['TaskPriced', 'NoteAdded'] })
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  await accepted(server, olga, 'PriceTask', { jobId, taskId, price: 12_345 })
  const { seq } = await note('Rang the tenant')
  await expect.poll(() => receiver.seen.length).toBe(2)
  const log: EventsAnswer = await (await server.call(`${paths.events}?limit=500`, { token: olga.token })).json()
  for (const one of receiver.seen) {
    expect(verified(secret, one)).toEqual(one.payload)
    expect(one.payload.event).toEqual(log.events.find((event) => event.seq === one.payload.event?.seq))
    expect(one.payload.people[olga.user.userId]).toBeDefined()
  }
  const [priced] = receiver.seen.filter((one) => one.payload.type === 'TaskPriced')
  expect(JSON.stringify(priced?.payload.event?.changes)).toContain('12345')
  expect(receiver.seen.map((one) => one.payload.event?.seq).toSorted()).toContain(seq)
  const [shown] = (await webhooksOf(server, olga)).webhooks
  expect(shown).toMatchObject({ failed: 0, secretShown: `whsec_…${secret.slice(-4)}` })
  // Nothing that could sign is kept as it is.
  const { rows } = await inCompany(server.services.authPool, olga.user.companyId, (client) =>
    client.query('select sealed_secret from webhook'),
  )
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
})

test('a webhook for the team is told of nothing that the team may not see', async () => {
  const receiver = await receive()
  const body = { url: receiver.url, audience: 'team', eventTypes: ['TaskPriced'] }
  expect((await post(paths.webhooks, {}, body)).body).toMatchObject({ code: 'invalid', field: 'eventTypes' })
  await makeWebhook(server, olga, { url: receiver.url, audience: 'team' })
  await accepted(server, olga, 'PriceTask', { jobId, taskId, price: 98_765 })
  await note('Left a card')
  await expect.poll(() => receiver.seen.length).toBe(1)
  expect(receiver.seen[0]?.text).not.toMatch(/(?<![\da-f-])98765(?![\da-f-])/)
  expect(receiver.seen[0]?.payload.type).toBe('NoteAdded')
})

test('what was erased is in no answer either that a receiver gave to it', async () => {
  const receiver = await receive()
  const { webhookId } = await makeWebhook(server, olga, { url: receiver.url, eventTypes: ['NoteAdded'] })
  receiver.answer.text = 'We took: Rang Wilhelmina'
  const { seq } = await note('Rang Wilhelmina')
  await expect.poll(async () => (await deliveriesOf(webhookId))[0]?.state).toBe('delivered')
  expect(await foundIn(server, ['Wilhelmina'])).toContain('webhook_delivery')
  const body = erasureOf([{ seq, path: 'note' }])
  expect((await server.call(paths.erasures, { token: olga.token, body })).status).toBe(200)
  await untilErased(server)
  expect(await foundIn(server, ['Wilhelmina'])).toEqual([])
})

test('a delivery that fails is tried again under the same id, is seen, and is sent again by hand', async () => {
  const receiver = await receive()
  receiver.answer = { status: 503, text: 'down for repairs' }
  const { webhookId } = await makeWebhook(server, olga, { url: receiver.url })
  await note('First')
  await expect.poll(async () => (await deliveriesOf(webhookId))[0]?.status).toBe(503)
  const [waiting] = await deliveriesOf(webhookId)
  expect(waiting).toMatchObject({ state: 'waiting', tries: 1, type: 'NoteAdded' })
  expect(Date.parse(waiting?.nextTryAt ?? '')).toBeGreaterThan(Date.now())
  expect((await webhooksOf(server, olga)).webhooks[0]).toMatchObject({ failed: 1, failingSince: expect.any(String) })
  const ids = { webhookId, deliveryId: waiting?.deliveryId ?? '' }
  const viewed: DeliveryAnswer = (await ask(paths.webhookDelivery, ids)).body
  expect(viewed.answer).toBe('down for repairs')
  expect(JSON.parse(viewed.body ?? '')).toEqual(receiver.seen[0]?.payload)
  receiver.answer = { status: 204, text: '' }
  expect((await post(paths.retryDelivery, ids)).body).toEqual({ retried: 1 })
  await expect.poll(async () => (await deliveriesOf(webhookId))[0]?.state).toBe('delivered')
  expect(new Set(receiver.seen.map((one) => one.id))).toEqual(new Set([ids.deliveryId]))
  expect((await webhooksOf(server, olga)).webhooks[0]?.failingSince).toBeUndefined()
  expect((await post(paths.retryDelivery, { webhookId, deliveryId: uuid() })).status).toBe(404)
})

test('a replay sends what came after a seq again, each event under its id; a replay of projections sends nothing', async () => {
  const receiver = await receive()
  const { webhookId } = await makeWebhook(server, olga, { url: receiver.url })
  const { seq } = await note('One')
  await note('Two')
  await expect.poll(() => receiver.seen.length).toBe(2)
  await post(pathTo(paths.replayProjection, { name: 'job' }), {})
  expect((await post(paths.webhookReplay, { webhookId }, { after: seq - 1 })).status).toBe(200)
  await expect.poll(() => receiver.seen.length).toBe(4)
  const counted = Map.groupBy(receiver.seen, (one) => one.id)
  expect([...counted.values()].map((some) => some.length)).toEqual([2, 2])
  expect((await post(paths.webhookReplay, { webhookId }, { after: 1_000_000 })).status).toBe(400)
})

test('a paused webhook is sent tests alone, and goes on where it stopped', async () => {
  const receiver = await receive()
  const { webhookId, secret } = await makeWebhook(server, olga, { url: receiver.url })
  await post(paths.webhookOn, { webhookId }, { isOn: false })
  await note('While it was off')
  await post(paths.webhookTest, { webhookId })
  await expect.poll(() => receiver.seen.map((one) => one.payload.type)).toEqual(['Test'])
  expect(verified(secret, receiver.seen[0] ?? expect.fail())).toMatchObject({ type: 'Test', webhookId })
  expect((await post(paths.webhookRetry, { webhookId })).body.code).toBe('webhook-off')
  await post(paths.webhookOn, { webhookId }, { isOn: true })
  await expect.poll(() => receiver.seen.map((one) => one.payload.type)).toEqual(['Test', 'NoteAdded'])
})

test('a webhook turns off after three days without a delivery, when its receiver is gone, and when nobody answers for it', async () => {
  const [failing, gone, left] = [await receive(), await receive(), await receive()]
  failing.answer = { status: 500, text: '' }
  gone.answer = { status: 410, text: '' }
  const ann = await addMember(server, olga, 'admin')
  const { webhookId } = await makeWebhook(server, olga, { url: failing.url })
  await inCompany(server.services.authPool, olga.user.companyId, (client) =>
    client.query(`update webhook set failing_since = now() - interval '73 hours'`),
  )
  await makeWebhook(server, olga, { url: gone.url })
  await makeWebhook(server, ann, { url: left.url })
  await note('Anything')
  await expect.poll(() => left.seen.length).toBe(1)
  await accepted(server, olga, 'RemoveMember', { userId: ann.user.userId })
  await note('Not for her')
  await expect
    .poll(async () => (await webhooksOf(server, olga)).webhooks.map((one) => one.off))
    .toEqual(['failing', 'gone', 'maker-left'])
  expect(left.seen.filter((one) => one.text.includes('Not for her'))).toEqual([])
  // The office is told of each once, in the bell and by email.
  const told: NotificationsAnswer = (await ask(paths.notifications, {})).body
  const whys = told.notifications.map((one) => one.changes.webhookOff?.why).filter(Boolean)
  expect(whys.toSorted()).toEqual(['failing', 'gone', 'maker-left'])
  await expect.poll(() => lettersTo(olga).length).toBe(3)
  // They are sent in any order.
  const letter = lettersTo(olga).find((one) => one.text.includes(new URL(failing.url).host))
  expect(letter?.subject).toContain('was turned off')
  expect(letter?.text).toContain(new URL(failing.url).host)
  expect(letter?.text).toContain('https://fettle.example.com/connections')
  // Who turns it on answers for it, and nothing was lost.
  failing.answer = { status: 200, text: '' }
  await post(paths.webhookOn, { webhookId }, { isOn: true })
  await post(paths.webhookRetry, { webhookId })
  await expect.poll(() => new Set(failing.seen.map((one) => one.payload.event?.sentence)).size).toBeGreaterThan(1)
})

test('failed deliveries are sent again in batches, the oldest first, and each once', async () => {
  const receiver = await receive()
  const { webhookId } = await makeWebhook(server, olga, { url: receiver.url })
  const place = { companyId: olga.user.companyId, webhookId }
  await post(paths.webhookOn, { webhookId }, { isOn: false })
  const retried = await inCompany(server.services.ledgerPool, place.companyId, async (client) => {
    for (let nth = 1; nth <= 6; nth += 1)
      await client.query(
        `insert into webhook_delivery (company_id, webhook_id, delivery_id, type, state, tries, queued_at, due_at, tried_at)
        values ($1, $2, $3, 'NoteAdded', $4, 9, now() - $5 * interval '1 hour', now(), now())`,
        [place.companyId, webhookId, uuid(), nth === 1 ? 'delivered' : 'parked', nth],
      )
    const at = new Date()
    const counts: number[] = []
    for (let batch = 0; batch < 4; batch += 1) counts.push(await retryFailed(client, place, at, 2))
    return counts
  })
  expect(retried).toEqual([2, 2, 1, 0])
})

test('a receiver that hangs delays no other webhook', async () => {
  const quick = await receive()
  const hanging = http.createServer(() => undefined).listen(0, '127.0.0.1')
  const address = hanging.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await makeWebhook(server, olga, { url: `http://127.0.0.1:${port}/` })
  await makeWebhook(server, olga, { url: quick.url })
  for (let count = 0; count < 8; count += 1) await note(`Note ${count}`)
  await expect.poll(() => quick.seen.length).toBe(8)
  hanging.closeAllConnections()
  hanging.close()
})

test('owner and admin keep webhooks, after a confirmation that it is they, and only to addresses that may be reached', async () => {
  const receiver = await receive()
  const [tom, stranger] = [await addMember(server, olga, 'team'), await server.registerCompany()]
  const body = { url: receiver.url, audience: 'office', eventTypes: [] }
  expect((await ask(paths.webhooks, {}, { body }, tom)).status).toBe(403)
  for (const wrong of [
    { ...body, url: 'not an address' },
    { ...body, url: 'ftp://files.example.com/' },
    { ...body, url: 'https://user:secret@hooks.example.com/' },
    { ...body, url: 'http://169.254.169.254/latest/meta-data' },
    { ...body, audience: 'owner' },
    { ...body, eventTypes: ['Nothing'] },
    { ...body, companyId: uuid() },
  ])
    expect((await post(paths.webhooks, {}, wrong)).status).toBe(400)
  const { webhookId } = await makeWebhook(server, olga, { url: receiver.url })
  expect((await ask(paths.webhook, { webhookId }, { method: 'DELETE' }, stranger)).status).toBe(404)
  expect((await ask(paths.webhookDeliveries, { webhookId }, {}, stranger)).status).toBe(404)
  expect((await ask(paths.webhookTest, { webhookId }, { body: {} }, stranger)).status).toBe(404)
  await server.services.authPool.query(
    `update session set proved_at = now() - interval '11 minutes' where user_id = $1`,
    [olga.user.userId],
  )
  const unconfirmed = await ask(paths.webhook, { webhookId }, { method: 'PUT', body })
  expect(unconfirmed).toMatchObject({ status: 403, body: { code: 'password-needed' } })
  await server.call(paths.confirm, { token: olga.token, body: { password: olga.password } })
  expect((await ask(paths.webhook, { webhookId }, { method: 'PUT', body: { ...body, audience: 'team' } })).status).toBe(
    200,
  )
  expect((await webhooksOf(server, olga)).webhooks[0]).toMatchObject({ audience: 'team' })
  const audit: AuditAnswer = (await ask(paths.audit, {})).body
  const ofWebhook = audit.entries.filter((one) => one.target === webhookId).map((one) => one.detail)
  expect(ofWebhook.toSorted()).toEqual(['webhook', 'webhook-changed'])
})

test('deliveries may be sent again while the outcome of one is being noted', async () => {
  const asked = Promise.withResolvers<http.ServerResponse>()
  const receiver = http.createServer((_req, res) => asked.resolve(res)).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  if (typeof address !== 'object' || !address) throw new Error('It has no port')
  const url = `http://127.0.0.1:${address.port}/`
  const { webhookId } = await makeWebhook(server, olga, { url, eventTypes: ['NoteAdded'] })
  expect((await post(paths.webhookTest, { webhookId })).status).toBe(200)
  const response = await asked.promise
  // As when the office asks for it: the webhook is locked before its deliveries.
  const office = new pg.Client({ connectionString: server.database.url })
  const place = [olga.user.companyId, webhookId]
  await office.connect()
  await office.query('begin')
  await office.query('select from webhook where company_id = $1 and webhook_id = $2 for update', place)
  response.end()
  await expect.poll(() => waitingForLock(office, 'webhook')).toBeGreaterThan(0)
  await office.query('update webhook_delivery set due_at = now() where company_id = $1 and webhook_id = $2', place)
  await office.query('commit')
  await office.end()
  await expect.poll(async () => (await deliveriesOf(webhookId))[0]?.state).toBe('delivered')
  receiver.close()
})

test('tests and replays are limited by the hour, as their receiver may not have asked for them', async () => {
  const { webhookId } = await makeWebhook(server, olga, { url: 'http://127.0.0.1:9/', eventTypes: ['NoteAdded'] })
  for (const [path, limiter] of [
    [paths.webhookTest, 'webhook-test'],
    [paths.webhookReplay, 'webhook-replay'],
  ] as const) {
    const asked = async () => (await ask(path, { webhookId }, { body: { after: 0 } })).status
    expect(await asked()).toBe(200)
    await server.services.authPool.query(`update rate_limit set points = 60 where key like '${limiter}:%'`)
    expect(await asked()).toBe(429)
  }
})
