import { sql } from 'kysely'
import { documents } from '#api/reads/documents.ts'
import { metInTimeJobs } from '#core/wire/jobs/deadlines.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const metAt = sql<string | null>`(deadline -> 'met' ->> 'at')::timestamptz`
const due = sql<string>`(deadline ->> 'due')::timestamptz`
const settledAt = sql<string>`coalesce(${metAt}, (deadline ->> 'missedAt')::timestamptz)`

/**
 * How many deadlines were met or missed since an instant, and how many of them were met in time. One that was met late counts as missed,
 * and one that nobody had to meet any more as neither. Only the newest jobs with deadlines are looked at: ids begin with their time.
 */
export const settledSince = statement('deadlines-settled', (p: Parameters<{ companyId: string; since: string }>) =>
  db
    .with('newest', () => documents(p, 'deadlines').select('body').orderBy('key', 'desc').limit(metInTimeJobs))
    .selectFrom((read) =>
      read
        .selectFrom('newest')
        .select(({ ref }) => sql`jsonb_path_query(${ref('body')}, '$.duties[*].deadlines[*]')`.as('deadline'))
        .as('each'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('of'),
      sql<number>`count(*) filter (where ${metAt} <= ${due})`.as('met'),
    ])
    .where(sql<boolean>`${settledAt} >= ${p.since}::timestamptz`),
)
