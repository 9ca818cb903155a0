import { sql } from 'kysely'
import type pg from 'pg'
import type { Audience } from '#core/model/access.ts'
import type { Health } from '#core/webhooks/delivery.ts'
import type { OffReason } from '#core/wire/connections/webhooks.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isErased } from '#ledger/read-models/erased-companies.ts'

/** Which webhook of which company. */
export type WebhookPlace = { companyId: string; webhookId: string }

/** A webhook, with its secret sealed. */
export type Webhook = WebhookPlace & {
  url: string
  audience: Audience
  eventTypes: readonly string[]
  /** The agency of whose jobs alone it is told. */
  onlyAgency: string | null
  sealedSecret: Buffer
  secretEnding: string
  /** The one before it, sealed too, and until when deliveries are signed with both. */
  earlierSecret: Buffer | null
  earlierUntil: string | null
  /** The event that it has come to. */
  seq: number
  answeredBy: string
  answeredAt: string
  createdAt: string
  off: OffReason | null
  failingSince: string | null
  deliveredAt: string | null
}

const columns = [
  'company_id as companyId',
  'webhook_id as webhookId',
  'url',
  'audience',
  'event_types as eventTypes',
  'only_agency as onlyAgency',
  'sealed_secret as sealedSecret',
  'secret_ending as secretEnding',
  'earlier_secret as earlierSecret',
  'earlier_until as earlierUntil',
  'seq',
  'answered_by as answeredBy',
  'answered_at as answeredAt',
  'created_at as createdAt',
  'off',
  'failing_since as failingSince',
  'delivered_at as deliveredAt',
] as const

/** All webhooks of a company, the oldest first. */
export const webhooksOfCompany = statement('webhooks-of-company', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('webhook')
    .select(columns)
    .where('company_id', '=', p.companyId)
    .orderBy('created_at')
    .orderBy('webhook_id'),
)

/** A webhook; in the caller's transaction of the company. */
export const oneWebhook = statement('webhook', (p: Parameters<WebhookPlace>) =>
  db.selectFrom('webhook').select(columns).where('company_id', '=', p.companyId).where('webhook_id', '=', p.webhookId),
)

const lockedWebhook = statement('lock-webhook', (p: Parameters<WebhookPlace>) =>
  db
    .selectFrom('webhook')
    .select(columns)
    .where('company_id', '=', p.companyId)
    .where('webhook_id', '=', p.webhookId)
    .forUpdate(),
)

/** Locks a webhook until the end of the transaction; undefined if it has been deleted. */
export async function lockWebhook(client: pg.ClientBase, place: WebhookPlace): Promise<Webhook | undefined> {
  const [row] = await rowsOf(client, lockedWebhook(place))
  return row
}

const setPlace = statement('move-webhook', (p: Parameters<WebhookPlace & { seq: number }>) =>
  db
    .updateTable('webhook')
    .set({ seq: p.seq })
    .where('company_id', '=', p.companyId)
    .where('webhook_id', '=', p.webhookId),
)

/** Moves a webhook to an event: later events are queued next. */
export const moveWebhook = (client: pg.ClientBase, place: WebhookPlace, seq: number) =>
  client.query(setPlace({ ...place, seq }))

type Found = Health & WebhookPlace & { deliveredAt: string | null }

const setHealth = statement(
  'note-webhook-health',
  (p: Parameters<WebhookPlace & { failingSince: string | null; off: OffReason | null; deliveredAt: string | null }>) =>
    db
      .updateTable('webhook')
      .set(({ fn, ref }) => ({
        failing_since: p.failingSince,
        off: fn.coalesce(ref('off'), sql<OffReason | null>`${p.off}::text`),
        delivered_at: fn.coalesce(sql<string | null>`${p.deliveredAt}::timestamptz`, ref('delivered_at')),
      }))
      .where('company_id', '=', p.companyId)
      .where('webhook_id', '=', p.webhookId),
)

/** Notes how a webhook stands after a try, and when a delivery arrived if it did. One that is off keeps its reason. */
export const noteHealth = (client: pg.ClientBase, { companyId, webhookId, failingSince, off, deliveredAt }: Found) =>
  client.query(
    setHealth({
      companyId,
      webhookId,
      failingSince: failingSince === undefined ? null : new Date(failingSince).toISOString(),
      off: off ?? null,
      deliveredAt,
    }),
  )

const setOff = statement('turn-webhook-off', (p: Parameters<WebhookPlace & { off: OffReason }>) =>
  db
    .updateTable('webhook')
    .set({ off: p.off })
    .where('company_id', '=', p.companyId)
    .where('webhook_id', '=', p.webhookId)
    .where('off', 'is', null),
)

/** Turns a webhook off; false if it is off already. */
export async function turnOff(client: pg.ClientBase, place: WebhookPlace, off: OffReason): Promise<boolean> {
  const { rowCount } = await client.query(setOff({ ...place, off }))
  return rowCount === 1
}

/** Webhooks with something to do at an instant: events after their place, or deliveries that are due. Of one that is off only tests are. */
const atWork = statement('webhooks-at-work', (p: Parameters<{ now: string }>) =>
  db
    .selectFrom('webhook as hook')
    .innerJoin('company_head as head', 'head.company_id', 'hook.company_id')
    .select(['hook.company_id as companyId', 'hook.webhook_id as webhookId'])
    .where(({ not }) => not(isErased('head.company_id')))
    .where(({ and, or, eb, exists, selectFrom, ref }) =>
      or([
        and([eb('hook.off', 'is', null), eb('hook.seq', '<', ref('head.seq'))]),
        exists(
          selectFrom('webhook_delivery as one')
            .select('one.company_id')
            .whereRef('one.company_id', '=', 'hook.company_id')
            .whereRef('one.webhook_id', '=', 'hook.webhook_id')
            .where('one.state', '=', sql.lit('waiting'))
            .where('one.due_at', '<=', p.now)
            .where((delivery) => delivery.or([eb('hook.off', 'is', null), delivery('one.seq', 'is', null)])),
        ),
      ]),
    ),
)

/** The webhooks that have something to do. `pool` is the one that reads all companies. */
export const webhooksAtWork = (pool: pg.Pool, now: Date): Promise<WebhookPlace[]> =>
  rowsOf(pool, atWork({ now: now.toISOString() }))

const withWebhooks = statement('companies-with-webhooks', () =>
  db.selectFrom('webhook').select('company_id').distinct().where('off', 'is', null),
)

/** The companies that have webhooks which are on. `pool` is the one that reads all companies. */
export const companiesWithWebhooks = async (pool: pg.Pool): Promise<string[]> =>
  (await rowsOf(pool, withWebhooks({}))).map((one) => one.company_id)
