import { sql } from 'kysely'
import type pg from 'pg'
import { daysKept } from '#core/texts/delivery.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** Rows are changed so many at once, so that no statement takes long. */
const batch = 1_000

const forgetSome = statement('forget-sandbox-texts', (p: Parameters<{ companyId: string; limit: number }>) =>
  db
    .updateTable('text_message')
    .set({ sandbox_to: null, sandbox_text: null })
    .where('company_id', '=', p.companyId)
    .where('text_id', 'in', (one) =>
      one
        .selectFrom('text_message')
        .select('text_id')
        .where('company_id', '=', p.companyId)
        .where('sandbox_text', 'is not', null)
        .limit(p.limit),
    ),
)

/** Forgets what a company's sandbox would have sent: it may have said what has been erased since. */
export async function forgetTexts(pool: pg.Pool, companyId: string): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { rowCount } = await inCompany(pool, companyId, (client) =>
      client.query(forgetSome({ companyId, limit: batch })),
    )
    isMore = rowCount === batch
  }
}

const olderThan = sql<string>`now() - make_interval(days => ${sql.lit(daysKept)})`

const companiesWithOld = statement('companies-with-old-texts', () =>
  db.selectFrom('text_message').select('company_id as companyId').distinct().where('queued_at', '<', olderThan),
)

const dropOld = statement('drop-old-texts', (p: Parameters<{ companyId: string; limit: number }>) =>
  db
    .deleteFrom('text_message')
    .where('company_id', '=', p.companyId)
    .where('text_id', 'in', (one) =>
      one
        .selectFrom('text_message')
        .select('text_id')
        .where('company_id', '=', p.companyId)
        .where('queued_at', '<', olderThan)
        .limit(p.limit),
    ),
)

/** Deletes the rows of texts of earlier months. `overviewPool` reads all companies. */
export async function sweepTexts({ ledgerPool, overviewPool }: Record<'ledgerPool' | 'overviewPool', pg.Pool>) {
  for (const { companyId } of await rowsOf(overviewPool, companiesWithOld({})))
    await inCompany(ledgerPool, companyId, (client) => client.query(dropOld({ companyId, limit: batch })))
}
