import { sql } from 'kysely'
import type pg from 'pg'
import { sweepByCompany } from '#api/audit/sweep-by-company.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** Days for which the server remembers that it refused a command: as long as it believes the time of a device that was away. */
const keptDays = 90
const tooOld = sql<string>`now() - make_interval(days => ${sql.lit(keptDays)})`

const oldest = statement('oldest-refused', (p: Parameters<{ limit: number }>) =>
  db
    .selectFrom('refused_command')
    .select('company_id')
    .where('refused_at', '<', tooOld)
    .orderBy('refused_at')
    .limit(p.limit),
)

const deleteOld = statement('sweep-refused', (p: Parameters<{ companyId: string; limit: number }>) =>
  db
    .deleteFrom('refused_command')
    .where('company_id', '=', p.companyId)
    .where(
      sql<string>`ctid`,
      'in',
      db
        .selectFrom('refused_command')
        .select(sql<string>`ctid`.as('place'))
        .where('company_id', '=', p.companyId)
        .where('refused_at', '<', tooOld)
        .limit(p.limit),
    ),
)

const refused = {
  oldest: (limit: number) => oldest({ limit }),
  deleted: (companyId: string, limit: number) => deleteOld({ companyId, limit }),
}

/** Forgets refusals of more than {@link keptDays} days ago, in batches. Returns how many there were. `pool` is that of signing in. */
export const sweepRefused = (pool: pg.Pool, limit = 1_000): Promise<number> => sweepByCompany(pool, refused, limit)
