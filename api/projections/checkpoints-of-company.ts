import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/**
 * A company's checkpoints, the live ones with the first event that they have not folded. Its seq is a column, and the offset keeps it
 * one: PostgreSQL 15 looks up no sum by an index behind the wall, and would read the whole company for each checkpoint.
 */
export const checkpointsOfCompany = statement('checkpoints-of-company', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom(({ selectFrom }) =>
      selectFrom('checkpoint')
        .selectAll()
        .select(({ eb }) => eb('seq', '+', 1).as('next_seq'))
        .where('company_id', '=', p.companyId)
        .offset(0)
        .as('reached'),
    )
    .leftJoin('event as next', (join) =>
      join
        .on('next.company_id', '=', p.companyId)
        .onRef('next.seq', '=', 'reached.next_seq')
        .on('reached.status', 'in', ['live', 'parked']),
    )
    .selectAll('reached')
    .select([
      'next.recorded_at as next_at',
      'next.type as next_type',
      'next.stream as next_stream',
      'next.stream_id as next_stream_id',
    ])
    .orderBy('generation', 'desc'),
)
