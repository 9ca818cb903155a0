import { sql } from 'kysely'
import type pg from 'pg'
import { rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/**
 * A mark of what is committed: while it stays the same, whatever is read stays the same, so that nothing need be looked for again. It
 * costs the same however much there is. Undefined on several machines, as one does not know what the others have committed.
 */
export async function readCommittedMark(db: pg.Pool | pg.ClientBase): Promise<string | undefined> {
  const [row] = await rowsOf(db, committedMark({}))
  return row?.mark ?? undefined
}

/**
 * A snapshot names the transactions that it sees. What a crash of PostgreSQL has undone may give its number to another one, but then
 * the statistics of writing have begun again.
 */
const committedMark = statement('committed-mark', () =>
  db
    .withTables<{ pg_stat_wal: { stats_reset: string } }>()
    .selectFrom('pg_stat_wal')
    .select(
      sql<string | null>`case when current_setting('citus.propagate_set_commands', true) is distinct from 'local'
        then concat(pg_current_snapshot(), ' ', stats_reset) end`.as('mark'),
    ),
)
