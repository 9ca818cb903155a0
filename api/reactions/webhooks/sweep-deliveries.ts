import type pg from 'pg'
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
