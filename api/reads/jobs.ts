import type pg from 'pg'
import { type Audience, visible } from '#core/access.ts'
import { type JobsAnswer, type JobsQuery, jobsPageSize } from '#core/wire.ts'
import { inCompany, readInCompany } from '#ledger/connect.ts'
import { type JobRecord, jobRowMapping } from '#ledger/row-types.ts'
import { type JobsStatements, jobsStatements } from './jobs-query.ts'

/** What the statements answer: without a job where the page is empty. */
type Found = { seq: number; total: number } & (JobRecord | { job_id: null })

/** A page of a company's jobs as this reader may have them; an empty one past the end, with the right totals. */
export async function readJobs(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  query: JobsQuery,
): Promise<JobsAnswer> {
  const statements = jobsStatements(companyId, audience, query)
  const found = await readFound(pool, companyId, statements)
  const { total = 0, seq = 0 } = found[0] ?? {}
  return {
    jobs: found.flatMap((row) => (row.job_id === null ? [] : [visible(audience, jobRowMapping.fromRecord(row))])),
    totalPages: Math.ceil(total / jobsPageSize),
    totalResults: total,
    seq,
  }
}

async function readFound(pool: pg.Pool, companyId: string, { page, far }: JobsStatements): Promise<Found[]> {
  if (!far) return (await readInCompany(pool, companyId, [page]))[0].rows
  return inCompany(pool, companyId, async (client) => {
    await client.query('set transaction isolation level repeatable read read only')
    const counted = await client.query<{ total: number }>(far.total)
    const { reversed, ...statement } = far.page(counted.rows[0]?.total ?? 0)
    const { rows } = await client.query<Found>(statement)
    return reversed ? rows.reverse() : rows
  })
}
