import { sql } from 'kysely'
import type pg from 'pg'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** A run ends in the transaction of its switch, and readers have the old rows until that is committed: in milliseconds, at most. */
const committedWithin = 10_000
/** Runs are forgotten 90 days after their end; whatever a page says of its age, the database can compute with it. */
const oldest = 100 * 24 * 60 * 60_000

/** The names of a company's projections whose live rows may have been replaced in the last `age` milliseconds. */
export async function replayedWithin(pool: pg.Pool, companyId: string, age: number): Promise<ReadonlySet<string>> {
  const since = Math.ceil(Math.min(age, oldest)) + committedWithin
  const [{ rows }] = await readInCompany(pool, companyId, [switchedRuns({ companyId, since })])
  return new Set(rows.flatMap((one) => one.projections))
}

/** Of a run that failed, some projections may have been switched. */
const switchedRuns = statement('push-switched-runs', (p: Parameters<{ companyId: string; since: number }>) =>
  db
    .selectFrom('replay_run')
    .select('projections')
    .where('company_id', '=', p.companyId)
    .where('kind', 'in', ['replay', 'promote', 'undo'])
    .where('state', 'in', ['done', 'failed'])
    .where('ended_at', '>', sql<string>`now() - ${p.since}::double precision * interval '1 millisecond'`),
)
