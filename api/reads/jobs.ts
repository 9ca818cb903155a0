import type pg from 'pg'
import { type Audience, visible } from '#core/access.ts'
import { type JobsAnswer, type JobsQuery, jobsPageSize } from '#core/wire.ts'
import { readInCompany } from '#ledger/connect.ts'
import { jobRowMapping } from '#ledger/row-types.ts'
import { seqQuery } from './documents.ts'
import { jobsPageQuery } from './jobs-query.ts'

/** A page of a company's jobs as this reader may have them; an empty one past the end, with the right totals. */
export async function readJobs(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  query: JobsQuery,
): Promise<JobsAnswer> {
  const [page, checkpoint] = await readInCompany(pool, companyId, [
    jobsPageQuery(companyId, audience, query),
    seqQuery(companyId, 'job-rows'),
  ])
  const totalResults: number = page.rows[0]?.total ?? 0
  return {
    jobs: page.rows.filter((row) => row.job_id).map((row) => visible(audience, jobRowMapping.fromRecord(row))),
    totalPages: Math.ceil(totalResults / jobsPageSize),
    totalResults,
    seq: checkpoint.rows[0]?.seq ?? 0,
  }
}
