import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { DeliveriesAnswer } from '#core/wire/connections/webhooks.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { makeWebhook, type Receiver, startReceiver } from '#test/server/webhooks/receiver.ts'
import { startWebhooks } from './webhooks.ts'

let server: TestServer
let olga: SignedInTest
let jobId: string
let receiver: Receiver
beforeAll(async () => {
  server = await startServer({ webhooksPrivate: true })
  olga = await server.registerCompany()
  ;({ jobId } = await createJob(server, olga))
  receiver = await startReceiver()
})
afterAll(async () => {
  await server?.close()
  await receiver?.close()
})

const note = (text: string) => accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note: text })
const deliveriesOf = async (webhookId: string): Promise<DeliveriesAnswer['deliveries']> => {
  const answer = await server.call(pathTo(paths.webhookDeliveries, { webhookId }), { token: olga.token })
  return (await answer.json()).deliveries
}

test('while a receiver fails, new deliveries are held back but for one a minute in all processes, and all go once it works again', async () => {
  const beside = startWebhooks({ ...server.services, config: { webhooksPrivate: true } }, { every: 100 })
  onTestFinished(() => beside.stop())
  receiver.answer = { status: 503, text: '' }
  const { webhookId } = await makeWebhook(server, olga, { url: receiver.url })
  await note('First')
  await expect.poll(async () => (await deliveriesOf(webhookId))[0]?.status).toBe(503)
  const run = (text: string) =>
    inCompany(server.services.ledgerPool, olga.user.companyId, (client) => client.query(text, [webhookId]))
  await run(`update webhook set failing_since = now() - interval '5 minutes' where webhook_id = $1`)
  const ids = () => new Set(receiver.seen.map((one) => one.id)).size
  for (let count = 1; count <= 12; count += 1) await note(`Held back ${count}`)
  await expect.poll(async () => (await deliveriesOf(webhookId)).length).toBe(13)
  // It may be looked at as often as anybody appends.
  await note('Held back too')
  await expect.poll(async () => (await deliveriesOf(webhookId)).length).toBe(14)
  expect(ids()).toBe(1)
  await run(`update webhook_delivery set tried_at = now() - interval '2 minutes', due_at = now() + interval '1 hour'
    where webhook_id = $1 and tries > 0`)
  await note('Held back as well')
  await expect.poll(ids).toBe(2)
  receiver.answer = { status: 200, text: '' }
  await run(`update webhook_delivery set due_at = now() where webhook_id = $1 and tries > 0`)
  await note('Works again')
  await expect.poll(ids).toBe(16)
})
