import type pg from 'pg'
import { type Audience, visible } from '#core/model/access.ts'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import { jobsPageSize } from '#core/wire/list-options.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { jobRowMapping } from '#ledger/read-models/row-types.ts'
import type { JobsRequest } from './jobs-filters.ts'
import { type JobColumns, type JobsQueries, type JobsTotals, jobsQueries } from './jobs-query.ts'

type Found = JobsTotals & { records: readonly JobColumns[] }

/** A page of a company's jobs as this reader may see them; past the end it is empty, with the right totals. */
export async function readJobs(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  query: JobsRequest,
  now = new Date(),
): Promise<JobsAnswer> {
  const { records, total, seq } = await find(pool, companyId, jobsQueries(companyId, audience, query, now))
  return {
    jobs: records.map((row) => visible(audience, jobRowMapping.fromRecord(row))),
    totalPages: Math.ceil(total / jobsPageSize),
    totalResults: total,
    seq,
  }
}

async function find(pool: pg.Pool, companyId: string, queries: JobsQueries): Promise<Found> {
  if ('page' in queries) {
    const [page, totals] = await readInCompany(pool, companyId, [queries.page, queries.totals])
    return { ...(totals.rows[0] ?? nothing), records: page.rows }
  }
  const [{ rows }] = await readInCompany(pool, companyId, [queries.farPage])
  // A page past the end has no row to carry the totals.
  const found = rows[0] ?? (await readInCompany(pool, companyId, [queries.totals]))[0].rows[0] ?? nothing
  const isBackwards = 'backwards' in found && found.backwards
  return { records: isBackwards ? rows.reverse() : rows, total: found.total, seq: found.seq }
}

const nothing: JobsTotals = { total: 0, seq: 0 }
