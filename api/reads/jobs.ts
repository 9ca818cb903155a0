import type pg from 'pg'
import { type Audience, visible } from '#core/access.ts'
import { type JobsAnswer, type JobsQuery, jobsPageSize } from '#core/wire.ts'
import { inCompany, readInCompany } from '#ledger/connect.ts'
import { type JobRecord, jobRowMapping } from '#ledger/row-types.ts'
import { type JobsStatements, jobsStatements } from './jobs-query.ts'

type Totals = { total: number; seq: number }
type Found = Totals & { records: JobRecord[] }

/** A page of a company's jobs as this reader may have them; an empty one past the end, with the right totals. */
export async function readJobs(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  query: JobsQuery,
): Promise<JobsAnswer> {
  const statements = jobsStatements(companyId, audience, query)
  const { records, total, seq } = await (statements.far ? readFar : readNear)(pool, companyId, statements)
  return {
    jobs: records.map((row) => visible(audience, jobRowMapping.fromRecord(row))),
    totalPages: Math.ceil(total / jobsPageSize),
    totalResults: total,
    seq,
  }
}

async function readNear(pool: pg.Pool, companyId: string, { page, empty }: JobsStatements): Promise<Found> {
  const [{ rows }] = await readInCompany(pool, companyId, [page])
  const totals = rows[0] ?? (await readInCompany(pool, companyId, [empty]))[0].rows[0]
  return { records: rows, total: totals.total, seq: totals.seq }
}

/** Counts first, in the same snapshot, and then reads from the nearer end. */
const readFar = (pool: pg.Pool, companyId: string, { far, page, empty }: JobsStatements): Promise<Found> =>
  inCompany(pool, companyId, async (client) => {
    await client.query('set transaction isolation level repeatable read read only')
    const { total = 0, seq = 0 } = (await client.query<Totals>(empty)).rows[0] ?? {}
    const { reversed, ...statement } = far?.(total) ?? { ...page, reversed: false }
    const { rows } = await client.query<JobRecord>(statement)
    return { records: reversed ? rows.reverse() : rows, total, seq }
  })
