import { sql } from 'kysely'
import type pg from 'pg'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import {
  type DeliveriesAnswer,
  type DeliveryAnswer,
  type DeliveryShown,
  deliveriesPageSize,
  type WebhookShown,
  type WebhooksAnswer,
} from '#core/wire/connections/webhooks.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, type RowOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { companyHead } from '#ledger/log/read.ts'
import { payloadOf } from './payload.ts'
import { oneWebhook, type Webhook, type WebhookPlace, webhooksOfCompany } from './webhook-rows.ts'

const failedOfCompany = statement('count-failed-deliveries', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('webhook_delivery')
    .select((one) => ['webhook_id as webhookId', one.cast<number>(one.fn.countAll(), 'integer').as('failed')])
    .where('company_id', '=', p.companyId)
    .where('state', '!=', 'delivered')
    .where('tried_at', 'is not', null)
    .groupBy('webhook_id'),
)

/** The webhooks of a company, the oldest first. */
export async function readWebhooks(pool: pg.Pool, companyId: string, now: Date): Promise<WebhooksAnswer> {
  const [webhooks, failed, head, accounts, details] = await readInCompany(pool, companyId, [
    webhooksOfCompany({ companyId }),
    failedOfCompany({ companyId }),
    companyHead({ companyId }),
    ...peopleQueries(companyId),
  ])
  const failures = new Map(failed.rows.map((one) => [one.webhookId, one.failed]))
  return {
    webhooks: webhooks.rows.map((one) => shown(one, failures.get(one.webhookId) ?? 0, now)),
    people: namesOf(
      [...accounts.rows, ...details.rows],
      webhooks.rows.map((one) => one.answeredBy),
    ),
    seq: head.rows[0]?.seq ?? 0,
  }
}

function shown(one: Webhook, failed: number, now: Date): WebhookShown {
  const { webhookId, url, audience, answeredBy, createdAt, seq, off, failingSince, deliveredAt, earlierUntil } = one
  return {
    ...{ webhookId, url, audience, answeredBy, createdAt, seq, failed },
    eventTypes: [...one.eventTypes],
    ...(one.onlyAgency === null ? {} : { onlyAgency: one.onlyAgency }),
    secretShown: `whsec_…${one.secretEnding}`,
    ...(earlierUntil && Date.parse(earlierUntil) > now.getTime() ? { earlierSecretUntil: earlierUntil } : {}),
    ...(off === null ? {} : { off }),
    ...(failingSince === null ? {} : { failingSince }),
    ...(deliveredAt === null ? {} : { deliveredAt }),
  }
}

const columns = [
  'delivery_id',
  'seq',
  'type',
  'state',
  'tries',
  'queued_at',
  'due_at',
  'tried_at',
  'took',
  'status',
  'failure',
] as const

type Page = WebhookPlace & { at: string; deliveryId: string; onlyFailed: boolean }

const page = statement('deliveries-of-webhook', (p: Parameters<Page>) =>
  db
    .selectFrom('webhook_delivery')
    .select(columns)
    .where('company_id', '=', p.companyId)
    .where('webhook_id', '=', p.webhookId)
    .where((e) => e(e.refTuple('queued_at', 'delivery_id'), '<', e.tuple(p.at, p.deliveryId)))
    .where(sql<boolean>`(not ${p.onlyFailed}::boolean or (state <> 'delivered' and tried_at is not null))`)
    .orderBy('queued_at', 'desc')
    .orderBy('delivery_id', 'desc')
    .limit(sql.lit(deliveriesPageSize + 1)),
)

/** A page of a webhook's deliveries, newest first; undefined if there is no such webhook. */
export async function readDeliveries(
  pool: pg.Pool,
  place: WebhookPlace,
  before: string | undefined,
  onlyFailed: boolean,
): Promise<DeliveriesAnswer | undefined> {
  const from = {
    at: before?.slice(0, 24) ?? '9999-01-01T00:00:00.000Z',
    deliveryId: before?.slice(25) ?? '00000000-0000-0000-0000-000000000000',
  }
  const { companyId, webhookId } = place
  const [webhooks, { rows }] = await readInCompany(pool, companyId, [
    oneWebhook({ companyId, webhookId }),
    page({ companyId, webhookId, ...from, onlyFailed }),
  ])
  if (webhooks.rows.length === 0) return undefined
  const deliveries = rows.slice(0, deliveriesPageSize).map(deliveryIn)
  const last = deliveries.at(-1)
  return { deliveries, ...(rows.length > deliveriesPageSize && last ? { next: placeOf(last) } : {}) }
}

const placeOf = ({ queuedAt, deliveryId }: DeliveryShown) => `${queuedAt}-${deliveryId}`

function deliveryIn(row: RowOf<ReturnType<typeof page>>): DeliveryShown {
  const { delivery_id: deliveryId, type, state, tries, seq, tried_at: triedAt, took, status, failure } = row
  return {
    ...{ deliveryId, type, state, tries, queuedAt: row.queued_at },
    ...(seq === null ? {} : { seq }),
    ...(triedAt === null ? {} : { triedAt }),
    ...(took === null ? {} : { took }),
    ...(status === null ? {} : { status }),
    ...(failure === null ? {} : { failure }),
    ...(state === 'waiting' ? { nextTryAt: row.due_at } : {}),
  }
}

const one = statement('delivery-of-webhook', (p: Parameters<WebhookPlace & { deliveryId: string }>) =>
  db
    .selectFrom('webhook_delivery')
    .select([...columns, 'answer'])
    .where('company_id', '=', p.companyId)
    .where('webhook_id', '=', p.webhookId)
    .where('delivery_id', '=', p.deliveryId),
)

/** A delivery with what is sent now and what was answered last; undefined if there is none. */
export async function readDelivery(
  pool: pg.Pool,
  place: WebhookPlace,
  deliveryId: string,
  now: Date,
): Promise<DeliveryAnswer | undefined> {
  const [webhooks, { rows }] = await readInCompany(pool, place.companyId, [
    oneWebhook({ companyId: place.companyId, webhookId: place.webhookId }),
    one({ ...place, deliveryId }),
  ])
  const [webhook, row] = [webhooks.rows[0], rows[0]]
  if (!webhook || !row) return undefined
  const payload = await payloadOf(pool, webhook, row, now)
  return {
    delivery: deliveryIn(row),
    ...(payload ? { body: JSON.stringify(payload, undefined, 2) } : {}),
    ...(row.answer === null ? {} : { answer: row.answer }),
  }
}
