import { sql } from 'kysely'
import { jobRef } from '#core/job/values.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'

/** The company's jobs with these numbers, as `number` and `job_id`. */
export const jobsByNumber = statement(
  'jobs-by-number',
  (p: Parameters<{ companyId: string; numbers: readonly number[] }>) =>
    db
      .selectFrom('job_row')
      .select(['number', 'job_id'])
      .where('company_id', '=', p.companyId)
      .where('generation', '=', liveOf(p.companyId, 'job-rows').select('generation'))
      .where('number', '=', sql<number>`any (${p.numbers}::int[])`),
)

/** Job ids by jobRef. */
export const jobIdsByRef = (rows: readonly { number: number; job_id: string }[]): Record<string, string> =>
  Object.fromEntries(rows.map((one) => [jobRef(one.number), one.job_id]))
