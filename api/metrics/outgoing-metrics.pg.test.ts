import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#ledger/database/connect.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { readOverdue } from './outgoing-metrics.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const [living, erased, webhookId, off] = [uuid(), uuid(), uuid(), uuid()]
/** The statements that put something into each queue, due at `$3`; nobody sends it, as no server runs. */
const queues = {
  mail: `insert into mail (mail_id, kind, recipient, due_at) select $2, 'reset', 'a@example.com', $3 where $1 <> '${erased}'`,
  'evidence-mails': `insert into evidence_mail (company_id, job_id, mail_id, queued_at, due_at) values ($1, $2, $2, $3, $3)`,
  pushes: `insert into outgoing_notice (company_id, notice_id, user_id, way, job_id, seq, at, settles_at, due_at, changes)
    values ($1, $2, $2, 'push', $2, 1, $3, $3, $3, '{}')`,
  'tenant-news': `insert into tenant_news (company_id, job_id, about, seq, due_at) values ($1, $2, 'visit', 1, $3)`,
  texts: `insert into text_message (company_id, text_id, job_id, link_id, site_id, contact_id, state, queued_at, due_at)
    values ($1, $2, $2, $2, $2, $2, 'waiting', $3, $3)`,
  webhooks: `insert into webhook_delivery (company_id, delivery_id, webhook_id, seq, type, state, tries, queued_at, due_at)
    values ($1, $2, '${webhookId}', 1, 'JobCreated', 'waiting', 0, $3, $3)`,
}

test('what is due and not sent is counted from when it was due, and neither what is due later nor what nobody sends', async () => {
  const pools = {
    metricsPool: connect(database.url, 'fettle_projector', { max: 1, readOnly: true }),
    authPool: connect(database.url, 'fettle_auth', { max: 1 }),
  }
  const minutes = async () =>
    Object.fromEntries(
      Object.entries(await readOverdue(pools)).map(([queue, seconds]) => [queue, Math.floor(seconds / 60)]),
    )
  const all = (is: number) => Object.fromEntries(Object.keys(queues).map((queue) => [queue, is]))
  const put = (companyId: string, inMinutes: number) =>
    withSuperuser(database.url, async (client) => {
      const due = new Date(Date.now() + inMinutes * 60_000)
      for (const text of Object.values(queues)) await client.query(text, [companyId, uuid(), due])
    })
  await withSuperuser(database.url, async (client) => {
    for (const companyId of [living, erased])
      await client.query('insert into company_head (company_id, seq) values ($1, 0)', [companyId])
    await client.query(
      `insert into company_closing (company_id, closed_by, closed_at, erase_at, erasing_since) values ($1, $1, now(), now(), now())`,
      [erased],
    )
    for (const [companyId, id, why] of [
      [living, webhookId, null],
      [erased, webhookId, null],
      [living, off, 'paused'],
    ])
      await client.query(
        `insert into webhook (company_id, webhook_id, url, audience, event_types, sealed_secret, secret_ending, seq, answered_by, answered_at, off)
         values ($1, $2, 'https://example.com', 'office', '{}', '', 'abcd', 0, $2, now(), $3)`,
        [companyId, id, why],
      )
  })
  expect(await minutes()).toEqual(all(0))
  await put(erased, -600)
  await put(living, 30)
  await withSuperuser(database.url, (client) =>
    client.query(queues.webhooks.replace(webhookId, off), [living, uuid(), new Date(0)]),
  )
  expect(await minutes()).toEqual(all(0))
  await put(living, -60.5)
  await put(living, -10)
  expect(await minutes()).toEqual(all(60))
  await Promise.all(Object.values(pools).map((pool) => pool.end()))
})
