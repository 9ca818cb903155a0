import { type Parameters, type RowOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventColumns } from '#ledger/log/read.ts'

/**
 * The seq before is a column: PostgreSQL 15 looks up no difference by an index behind the wall, and would read the whole company for
 * each event. The offset keeps the column one, as the planner would put the difference in its place.
 */
const chainedEvents = statement('chained-events', (p: Parameters<{ companyId: string; jobId: string }>) =>
  db
    .selectFrom(({ selectFrom }) =>
      selectFrom('event')
        .select([...eventColumns, 'salt', 'digest', 'hash'])
        .select(({ eb }) => eb('seq', '-', 1).as('seq_before'))
        .where('company_id', '=', p.companyId)
        .where('stream_id', '=', p.jobId)
        .offset(0)
        .as('own'),
    )
    .select([...eventColumns, 'salt', 'digest', 'hash'])
    .select(({ selectFrom }) =>
      selectFrom('event as before')
        .select('before.hash')
        .where('before.company_id', '=', p.companyId)
        .whereRef('before.seq', '=', 'own.seq_before')
        .as('previous'),
    )
    .orderBy('version'),
)

/** An event with the salt, digest and hashes that place it in the chain. */
export type ChainedEventRow = RowOf<ReturnType<typeof chainedEvents>>

/** All events of a job in order, as {@link ChainedEventRow}. */
export const chainedEventsQuery = (companyId: string, jobId: string) => chainedEvents({ companyId, jobId })
