import type pg from 'pg'
import { type Audience, visible } from '#core/model/access.ts'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import { jobsPageSize } from '#core/wire/list-options.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type JobRecord, jobRowMapping } from '#ledger/read-models/row-types.ts'
import type { JobsRequest } from './jobs-filters.ts'
import { type JobsStatements, jobsStatements } from './jobs-query.ts'

type Totals = { total: number; seq: number }
type Found = Totals & { records: JobRecord[] }

/** A page of a company's jobs as this reader may have them; an empty one past the end, with the right totals. */
export async function readJobs(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  query: JobsRequest,
  now = new Date(),
): Promise<JobsAnswer> {
  const statements = jobsStatements(companyId, audience, query, now)
  const { records, total, seq } = await find(pool, companyId, statements)
  return {
    jobs: records.map((row) => visible(audience, jobRowMapping.fromRecord(row))),
    totalPages: Math.ceil(total / jobsPageSize),
    totalResults: total,
    seq,
  }
}

async function find(pool: pg.Pool, companyId: string, { page, totals, counted }: JobsStatements): Promise<Found> {
  if (!counted) {
    const [{ rows }, all] = await readInCompany(pool, companyId, [page, totals])
    return { ...all.rows[0], records: rows }
  }
  const [{ rows }] = await readInCompany(pool, companyId, [page])
  // A page past the end has no row that could say how many there are.
  const row = rows[0] ?? (await readInCompany(pool, companyId, [totals]))[0].rows[0]
  return { records: row.backwards ? rows.reverse() : rows, total: row.total, seq: row.seq }
}
