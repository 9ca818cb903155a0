import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditAnswer } from '#core/wire/account/audit.ts'
import type { RolledSecret } from '#core/wire/connections/webhooks.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { makeWebhook, type Receiver, startReceiver, verified, webhooksOf } from '#test/server/webhooks/receiver.ts'

let server: TestServer
let olga: SignedInTest
let receiver: Receiver
let jobId: string
beforeAll(async () => {
  server = await startServer({ webhooksPrivate: true })
  olga = await server.registerCompany()
  receiver = await startReceiver()
  ;({ jobId } = await createJob(server, olga))
})
afterAll(async () => {
  await server?.close()
  await receiver?.close()
})

const roll = ({ token }: SignedInTest, webhookId: string) =>
  server.call(pathTo(paths.webhookSecret, { webhookId }), { method: 'POST', token })
/** What is delivered of one more comment. */
async function delivered() {
  const before = receiver.seen.length
  await accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note: 'Rang the tenant' })
  await expect.poll(() => receiver.seen.length).toBe(before + 1)
  const one = receiver.seen.at(-1)
  if (!one) throw new Error('Nothing was delivered')
  return { ...one, isSignedBy: (secret: string) => isAccepted(() => verified(secret, one)) }
}
function isAccepted(verify: () => unknown): boolean {
  try {
    verify()
    return true
  } catch {
    return false
  }
}

test('for a day deliveries are signed with a webhook’s new secret and the earlier one, then with the new one alone', async () => {
  const { webhookId, secret } = await makeWebhook(server, olga, { url: receiver.url, eventTypes: ['NoteAdded'] })
  const asked = Date.now()
  const rolled: RolledSecret = await (await roll(olga, webhookId)).json()
  expect(rolled.secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(rolled.secret).not.toBe(secret)
  expect(Math.round((Date.parse(rolled.earlierUntil) - asked) / 3_600_000)).toBe(24)
  const both = await delivered()
  expect(both.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  expect([secret, rolled.secret].map(both.isSignedBy)).toEqual([true, true])
  const [shown] = (await webhooksOf(server, olga)).webhooks
  expect(shown).toMatchObject({
    secretShown: `whsec_…${rolled.secret.slice(-4)}`,
    earlierSecretUntil: rolled.earlierUntil,
  })
  expect(JSON.stringify(shown)).not.toContain(rolled.secret)

  // A third secret ends the first one at once.
  const third: RolledSecret = await (await roll(olga, webhookId)).json()
  const next = await delivered()
  expect([secret, rolled.secret, third.secret].map(next.isSignedBy)).toEqual([false, true, true])

  await withSuperuser(server.database.url, (client) =>
    client.query(`update webhook set earlier_until = now() where webhook_id = $1`, [webhookId]),
  )
  const alone = await delivered()
  expect([rolled.secret, third.secret].map(alone.isSignedBy)).toEqual([false, true])
  expect((await webhooksOf(server, olga)).webhooks[0]).not.toHaveProperty('earlierSecretUntil')

  const audit: AuditAnswer = await (await server.call(paths.audit, { token: olga.token })).json()
  const details = audit.entries.filter((one) => one.target === webhookId).map((one) => one.detail)
  // The list joins what the same person does again within the hour.
  expect(details).toEqual(['webhook-secret', 'webhook'])
})

test('only the office of its company gives a webhook a new secret', async () => {
  const [webhook] = (await webhooksOf(server, olga)).webhooks
  const webhookId = webhook?.webhookId ?? ''
  const tom = await addMember(server, olga, 'team')
  expect((await roll(tom, webhookId)).status).toBe(403)
  expect((await roll(await server.registerCompany(), webhookId)).status).toBe(404)
  expect((await roll(olga, uuid())).status).toBe(404)
  expect((await webhooksOf(server, olga)).webhooks[0]?.secretShown).toBe(webhook?.secretShown)
})
