import { sql } from 'kysely'
import type pg from 'pg'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** Days for which the server remembers that it refused a command: as long as it believes the time of a device that was away. */
const keptDays = 90

const deleteOld = statement('sweep-refused', (p: Parameters<{ days: number; limit: number }>) =>
  db
    .deleteFrom('refused_command')
    .where(
      sql<string>`ctid`,
      'in',
      db
        .selectFrom('refused_command')
        .select(sql<string>`ctid`.as('place'))
        .where('refused_at', '<', sql<string>`now() - make_interval(days => ${p.days})`)
        .limit(p.limit),
    ),
)

/** Forgets refusals of more than {@link keptDays} days ago, in batches. Returns how many there were. `pool` is that of signing in. */
export async function sweepRefused(pool: pg.Pool, limit = 1_000): Promise<number> {
  for (let swept = 0; ; ) {
    const { rowCount } = await pool.query(deleteOld({ days: keptDays, limit }))
    swept += rowCount ?? 0
    if ((rowCount ?? 0) < limit) return swept
  }
}
