import { sql } from 'kysely'
import type pg from 'pg'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Sent } from './sending/post-once.ts'
import type { WebhookPlace } from './webhook-rows.ts'

/** Something to be sent. */
export type Queued = { deliveryId: string; seq: number | null; type: string }
export type Claimed = Queued & { tries: number; queuedAt: string }

const insert = statement(
  'queue-deliveries',
  (
    p: Parameters<
      WebhookPlace & { ids: readonly string[]; seqs: readonly (number | null)[]; types: readonly string[]; now: string }
    >,
  ) =>
    db
      .insertInto('webhook_delivery')
      .columns(['company_id', 'webhook_id', 'delivery_id', 'seq', 'type', 'state', 'tries', 'queued_at', 'due_at'])
      .expression((query) =>
        query
          .selectFrom('webhook')
          .innerJoin(
            sql<{ delivery_id: string; seq: number | null; type: string }>`unnest(${p.ids}::uuid[], ${p.seqs}::bigint[],
              ${p.types}::text[])`.as<'one'>(sql`one(delivery_id, seq, type)`),
            (join) => join.onTrue(),
          )
          .select([
            'webhook.company_id',
            'webhook.webhook_id',
            'one.delivery_id',
            'one.seq',
            'one.type',
            sql<'waiting'>`'waiting'`.as('state'),
            sql<number>`0`.as('tries'),
            sql<string>`${p.now}::timestamptz`.as('queued_at'),
            sql<string>`${p.now}::timestamptz`.as('due_at'),
          ])
          .where('webhook.company_id', '=', p.companyId)
          .where('webhook.webhook_id', '=', p.webhookId),
      )
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'delivery_id']).doUpdateSet(({ ref }) => ({
          state: sql<'waiting'>`'waiting'`,
          tries: sql<number>`0`,
          queued_at: ref('excluded.queued_at'),
          due_at: ref('excluded.due_at'),
        })),
      ),
)

/** Queues deliveries of a webhook; those that were queued before are sent again under their id. */
export async function queue(client: pg.ClientBase, place: WebhookPlace, some: readonly Queued[], now: Date) {
  if (some.length === 0) return
  const [ids, seqs, types] = [
    some.map((one) => one.deliveryId),
    some.map((one) => one.seq),
    some.map((one) => one.type),
  ]
  await client.query(insert({ ...place, ids, seqs, types, now: now.toISOString() }))
}

const countWaiting = statement('count-waiting-deliveries', (p: Parameters<WebhookPlace & { most: number }>) =>
  db
    .selectFrom(
      db
        .selectFrom('webhook_delivery')
        .select('delivery_id')
        .where('company_id', '=', p.companyId)
        .where('webhook_id', '=', p.webhookId)
        .where('state', '=', sql.lit('waiting'))
        .limit(p.most)
        .as('waiting'),
    )
    .select((one) => one.cast<number>(one.fn.countAll(), 'integer').as('count')),
)

/** How many deliveries of a webhook wait, counted up to so many. */
export async function waitingDeliveries(client: pg.ClientBase, place: WebhookPlace, most: number): Promise<number> {
  const [row] = await rowsOf(client, countWaiting({ ...place, most }))
  return row?.count ?? 0
}

type Tried = {
  companyId: string
  deliveryId: string
  tries: number
  state: 'waiting' | 'delivered' | 'parked'
  dueAt: string
  triedAt: string
  took: number
  status: number | null
  failure: string | null
  answer: string | null
}

const erasuresOf = (companyId: Parameters<Tried>['companyId']) =>
  db.selectFrom('erasure').select('erasure_id').where('company_id', '=', companyId)

const noteTried = statement('note-delivery-tried', (p: Parameters<Tried>) =>
  db
    .updateTable('webhook_delivery')
    .set((one) => ({
      state: p.state,
      due_at: p.dueAt,
      tried_at: p.triedAt,
      took: p.took,
      status: p.status,
      failure: p.failure,
      // A receiver may repeat what it was sent, which is being erased.
      answer: sql<string | null>`case when ${one.exists(erasuresOf(p.companyId))} then null else ${p.answer}::text end`,
    }))
    .where('company_id', '=', p.companyId)
    .where('delivery_id', '=', p.deliveryId)
    // One that was asked for again meanwhile is sent again.
    .where('tries', '=', p.tries),
)

/** Notes what came of a try; `next` is when it is tried again in milliseconds since 1970, undefined if it arrived or is given up. */
export async function noteTry(
  client: pg.ClientBase,
  { companyId }: WebhookPlace,
  { deliveryId, tries }: Claimed,
  { outcome, took, answer }: Sent,
  { state, next, at }: { state: Tried['state']; next: number | undefined; at: Date },
) {
  const triedAt = at.toISOString()
  await client.query(
    noteTried({
      ...{ companyId, deliveryId, tries, state, took, triedAt },
      dueAt: next === undefined ? triedAt : new Date(next).toISOString(),
      status: 'status' in outcome ? outcome.status : null,
      failure: 'failure' in outcome ? outcome.failure : null,
      answer: answer ?? null,
    }),
  )
}

const unclaim = statement(
  'give-deliveries-back',
  (p: Parameters<{ companyId: string; ids: readonly string[]; now: string }>) =>
    db
      .updateTable('webhook_delivery')
      .set((one) => ({ tries: one('tries', '-', 1), due_at: p.now }))
      .where('company_id', '=', p.companyId)
      .where('delivery_id', '=', sql<string>`any (${p.ids}::uuid[])`)
      .where('state', '=', sql.lit('waiting')),
)

/** Gives claimed deliveries back that were not sent. */
export const giveBack = (client: pg.ClientBase, { companyId }: WebhookPlace, some: readonly Claimed[], now: Date) =>
  client.query(unclaim({ companyId, ids: some.map((one) => one.deliveryId), now: now.toISOString() }))

const bringForward = statement('try-deliveries-now', (p: Parameters<WebhookPlace & { now: string }>) =>
  db
    .updateTable('webhook_delivery')
    .set({ due_at: p.now })
    .where('company_id', '=', p.companyId)
    .where('webhook_id', '=', p.webhookId)
    .where('state', '=', sql.lit('waiting'))
    .where('failure', 'is not', null)
    .where('due_at', '>', p.now),
)

/** Makes deliveries that are waiting after a failure due now, as the receiver works again. */
export const tryNow = (client: pg.ClientBase, place: WebhookPlace, now: Date) =>
  client.query(bringForward({ ...place, now: now.toISOString() }))

const queueOne = statement('retry-delivery', (p: Parameters<WebhookPlace & { deliveryId: string; now: string }>) =>
  db
    .updateTable('webhook_delivery')
    .set({ state: sql.lit('waiting'), tries: 0, queued_at: p.now, due_at: p.now })
    .where('company_id', '=', p.companyId)
    .where('webhook_id', '=', p.webhookId)
    .where('delivery_id', '=', p.deliveryId),
)

/** Has one delivery sent again; false if there is none. */
export async function retryOne(
  client: pg.ClientBase,
  place: WebhookPlace & { deliveryId: string },
  now: Date,
): Promise<boolean> {
  return (await client.query(queueOne({ ...place, now: now.toISOString() }))).rowCount === 1
}

const queueFailed = statement('retry-deliveries', (p: Parameters<WebhookPlace & { now: string; most: number }>) =>
  db
    .updateTable('webhook_delivery')
    .set({ state: sql.lit('waiting'), tries: 0, queued_at: p.now, due_at: p.now })
    .where('company_id', '=', p.companyId)
    .where('delivery_id', 'in', (one) =>
      one
        .selectFrom('webhook_delivery as failed')
        .select('failed.delivery_id')
        .where('failed.company_id', '=', p.companyId)
        .where('failed.webhook_id', '=', p.webhookId)
        .where('failed.state', '!=', sql.lit('delivered'))
        .where('failed.tried_at', 'is not', null)
        // Those of an earlier batch are not taken again.
        .where('failed.queued_at', '<', p.now)
        .orderBy('failed.queued_at')
        .limit(p.most)
        .forUpdate(),
    ),
)

/** Has so many deliveries sent again that have failed and were queued before `now`, the oldest first. Returns how many there were. */
export async function retryFailed(
  client: pg.ClientBase,
  place: WebhookPlace,
  now: Date,
  most: number,
): Promise<number> {
  return (await client.query(queueFailed({ ...place, now: now.toISOString(), most }))).rowCount ?? 0
}

const deleteSome = statement('delete-deliveries', (p: Parameters<WebhookPlace & { most: number }>) =>
  db
    .deleteFrom('webhook_delivery')
    .where('company_id', '=', p.companyId)
    .where('delivery_id', 'in', (one) =>
      one
        .selectFrom('webhook_delivery as some')
        .select('some.delivery_id')
        .where('some.company_id', '=', p.companyId)
        .where('some.webhook_id', '=', p.webhookId)
        .limit(p.most),
    ),
)

/** Deletes so many deliveries of a webhook; returns how many there were. */
export async function deleteDeliveries(client: pg.ClientBase, place: WebhookPlace, most: number): Promise<number> {
  return (await client.query(deleteSome({ ...place, most }))).rowCount ?? 0
}
