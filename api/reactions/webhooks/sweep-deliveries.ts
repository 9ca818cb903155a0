import { sql } from 'kysely'
import type pg from 'pg'
import { NIL } from 'uuid'
import { daysKept } from '#core/webhooks/delivery.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const oldest = statement('oldest-deliveries', (p: Parameters<{ before: string; limit: number }>) =>
  db
    .selectFrom('webhook_delivery')
    .select('company_id')
    .where('queued_at', '<', p.before)
    .orderBy('queued_at')
    .limit(p.limit),
)

const deleteOld = statement('sweep-deliveries', (p: Parameters<{ companyId: string; before: string; limit: number }>) =>
  db
    .deleteFrom('webhook_delivery')
    .where('company_id', '=', p.companyId)
    .where('delivery_id', 'in', (one) =>
      one
        .selectFrom('webhook_delivery as old')
        .select('old.delivery_id')
        .where('old.company_id', '=', p.companyId)
        .where('old.queued_at', '<', p.before)
        .limit(p.limit),
    ),
)

/** Deletes deliveries that are older than is kept, in batches. Returns how many there were. `overviewPool` reads all companies. */
export async function sweepDeliveries(
  { ledgerPool, overviewPool }: { ledgerPool: pg.Pool; overviewPool: pg.Pool },
  now: Date,
  limit = 1_000,
): Promise<number> {
  const before = new Date(now.getTime() - daysKept * 86_400_000).toISOString()
  for (let swept = 0; ; ) {
    const companies = new Set((await rowsOf(overviewPool, oldest({ before, limit }))).map((one) => one.company_id))
    if (companies.size === 0) return swept
    for (const companyId of companies) {
      const { rowCount } = await inCompany(ledgerPool, companyId, (client) =>
        client.query(deleteOld({ companyId, before, limit })),
      )
      swept += rowCount ?? 0
    }
  }
}

type Page = { companyId: string; after: string; limit: number }

const readPage = statement('delivery-page', (p: Parameters<Page>) =>
  db
    .selectFrom('webhook_delivery')
    .select('delivery_id as deliveryId')
    .where('company_id', '=', p.companyId)
    .where('delivery_id', '>', p.after)
    .where('answer', 'is not', null)
    .orderBy('delivery_id')
    .limit(p.limit),
)

const forget = statement('forget-delivery-answers', (p: Parameters<{ companyId: string; ids: readonly string[] }>) =>
  db
    .updateTable('webhook_delivery')
    .set({ answer: null })
    .where('company_id', '=', p.companyId)
    .where('delivery_id', '=', sql<string>`any (${p.ids}::uuid[])`),
)

/** Forgets what receivers answered a company, in batches: they may have repeated what they were sent, which has been erased since. */
export async function forgetAnswers(pool: pg.Pool, companyId: string, limit = 1_000): Promise<void> {
  for (let after: string = NIL; ; ) {
    const ids = await inCompany(pool, companyId, async (client) => {
      const page = await rowsOf(client, readPage({ companyId, after, limit }))
      const found = page.map((one) => one.deliveryId)
      if (found.length > 0) await client.query(forget({ companyId, ids: found }))
      return found
    })
    after = ids.at(-1) ?? after
    if (ids.length < limit) return
  }
}
