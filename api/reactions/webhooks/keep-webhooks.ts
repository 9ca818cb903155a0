import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { seal } from '#api/keys/factor-key.ts'
import { bothSecretsFor } from '#core/webhooks/delivery.ts'
import type { MadeWebhook, NewWebhook, RolledSecret } from '#core/wire/connections/webhooks.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { newSecret } from './signature.ts'
import { secretOf } from './try-delivery.ts'
import type { WebhookPlace } from './webhook-rows.ts'

type Maker = { companyId: string; userId: string }
type NewRow = Omit<NewWebhook, 'onlyAgency'> & { onlyAgency: string | null }
type Row = NewRow & WebhookPlace & { userId: string; secret: Buffer; ending: string; seq: number; now: string }

const insertWebhook = statement('make-webhook', (p: Parameters<Row>) =>
  db.insertInto('webhook').values({
    company_id: p.companyId,
    webhook_id: p.webhookId,
    url: p.url,
    audience: p.audience,
    event_types: p.eventTypes,
    only_agency: p.onlyAgency,
    sealed_secret: p.secret,
    secret_ending: p.ending,
    seq: p.seq,
    answered_by: p.userId,
    answered_at: p.now,
  }),
)

/** Makes a webhook, which begins after the event `seq`. Its secret is kept sealed by the installation's key, and shown nowhere else. */
export async function makeWebhook(
  client: pg.ClientBase,
  { companyId, userId }: Maker,
  asked: NewWebhook & { seq: number },
  factorKey: KeyObject,
  now: Date,
): Promise<MadeWebhook> {
  const [webhookId, secret] = [uuid(), newSecret()]
  await client.query(
    insertWebhook({
      ...asked,
      onlyAgency: asked.onlyAgency ?? null,
      ...{ companyId, webhookId, userId, now: now.toISOString() },
      secret: seal(factorKey, secretOf(webhookId), secret),
      ending: secret.slice(-4),
    }),
  )
  return { webhookId, secret }
}

const updateWebhook = statement(
  'change-webhook',
  (p: Parameters<NewRow & WebhookPlace & { userId: string; now: string }>) =>
    db
      .updateTable('webhook')
      .set({
        url: p.url,
        audience: p.audience,
        event_types: p.eventTypes,
        only_agency: p.onlyAgency,
        answered_by: p.userId,
        answered_at: p.now,
        failing_since: null,
      })
      .where('company_id', '=', p.companyId)
      .where('webhook_id', '=', p.webhookId),
)

/** Changes a webhook; false if there is none. Who changes it answers for it. */
export async function changeWebhook(
  client: pg.ClientBase,
  webhookId: string,
  { companyId, userId }: Maker,
  asked: NewWebhook,
  now: Date,
): Promise<boolean> {
  const change = {
    ...asked,
    onlyAgency: asked.onlyAgency ?? null,
    companyId,
    webhookId,
    userId,
    now: now.toISOString(),
  }
  return (await client.query(updateWebhook(change))).rowCount === 1
}

type Rolled = WebhookPlace & { userId: string; secret: Buffer; ending: string; now: string; earlierUntil: string }

const rollSecret = statement('roll-webhook-secret', (p: Parameters<Rolled>) =>
  db
    .updateTable('webhook')
    .set(({ ref }) => ({
      earlier_secret: ref('sealed_secret'),
      earlier_until: p.earlierUntil,
      sealed_secret: p.secret,
      secret_ending: p.ending,
      answered_by: p.userId,
      answered_at: p.now,
    }))
    .where('company_id', '=', p.companyId)
    .where('webhook_id', '=', p.webhookId),
)

/**
 * Gives a webhook another secret; the one it had signs beside it for a day. Undefined if there is no such webhook. Who does so answers
 * for it.
 */
export async function giveSecret(
  client: pg.ClientBase,
  place: WebhookPlace & { userId: string },
  factorKey: KeyObject,
  now: Date,
): Promise<RolledSecret | undefined> {
  const secret = newSecret()
  const earlierUntil = new Date(now.getTime() + bothSecretsFor).toISOString()
  const { rowCount } = await client.query(
    rollSecret({
      ...place,
      ...{ now: now.toISOString(), earlierUntil, ending: secret.slice(-4) },
      secret: seal(factorKey, secretOf(place.webhookId), secret),
    }),
  )
  return rowCount === 1 ? { secret, earlierUntil } : undefined
}

const pause = statement('pause-webhook', (p: Parameters<WebhookPlace>) =>
  db
    .updateTable('webhook')
    .set({ off: 'paused' })
    .where('company_id', '=', p.companyId)
    .where('webhook_id', '=', p.webhookId),
)
const turnOn = statement('turn-webhook-on', (p: Parameters<WebhookPlace & { userId: string; now: string }>) =>
  db
    .updateTable('webhook')
    .set({ off: null, failing_since: null, answered_by: p.userId, answered_at: p.now })
    .where('company_id', '=', p.companyId)
    .where('webhook_id', '=', p.webhookId),
)

/** Pauses a webhook or turns it on again, where it stopped; false if there is none. Who turns it on answers for it. */
export async function setOn(
  client: pg.ClientBase,
  place: WebhookPlace & { userId: string },
  isOn: boolean,
  now: Date,
): Promise<boolean> {
  const changed = isOn ? turnOn({ ...place, now: now.toISOString() }) : pause(place)
  return (await client.query(changed)).rowCount === 1
}

const deleteOne = statement('delete-webhook', (p: Parameters<WebhookPlace>) =>
  db.deleteFrom('webhook').where('company_id', '=', p.companyId).where('webhook_id', '=', p.webhookId),
)

/** Deletes a webhook; false if there is none. Its deliveries are deleted apart from it. */
export const deleteWebhook = async (client: pg.ClientBase, place: WebhookPlace): Promise<boolean> =>
  (await client.query(deleteOne(place))).rowCount === 1
