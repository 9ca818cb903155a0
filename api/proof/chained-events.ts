import { type Parameters, type RowOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventColumns } from '#ledger/log/read.ts'

const chainedEvents = statement('chained-events', (p: Parameters<{ companyId: string; jobId: string }>) =>
  db
    .selectFrom('event')
    .select([...eventColumns, 'salt', 'digest', 'hash'])
    .select(({ selectFrom }) =>
      selectFrom('event as before')
        .select('before.hash')
        .whereRef('before.company_id', '=', 'event.company_id')
        .where(({ eb, ref }) => eb('before.seq', '=', eb(ref('event.seq'), '-', 1)))
        .as('previous'),
    )
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.jobId)
    .orderBy('version'),
)

/** An event with the salt, digest and hashes that place it in the chain. */
export type ChainedEventRow = RowOf<ReturnType<typeof chainedEvents>>

/** All events of a job in order, as {@link ChainedEventRow}. */
export const chainedEventsQuery = (companyId: string, jobId: string) => chainedEvents({ companyId, jobId })
