import type pg from 'pg'
import { jobRef } from '#core/job/values.ts'
import { partsPageSize } from '#core/wire/list-options.ts'
import type { PartsAnswer, PartsQuery } from '#core/wire/parts.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { liveGeneration, liveSeq } from '#ledger/read-models/live-generation.ts'
import { type PartRecord, partRowMapping } from '#ledger/read-models/row-types.ts'
import { accountsQuery, usernamesOf } from './accounts.ts'
import { partFilters, partOrder } from './parts-filters.ts'

/** Who reads the parts book, and when. */
export type PartsReader = { companyId: string; userId: string; now: Date }

const columns = Object.keys(partRowMapping.columns).join(', ')
const ofCompany = `company_id = $1 and generation = ${liveGeneration('$1', `'part-rows'`)}`

/** A page of a company's parts, with the names and jobs that it speaks of, and the counts of the whole book. */
export const readParts = (
  pool: pg.Pool,
  { companyId, userId, now }: PartsReader,
  query: PartsQuery,
): Promise<PartsAnswer> =>
  inCompany(pool, companyId, async (client) => {
    await client.query('set transaction isolation level repeatable read read only')
    const values: string[] = [companyId, userId, now.toISOString()]
    const { late, mine, chosen } = partFilters(query, (value) => `$${values.push(value)}`)
    const where = [ofCompany, ...chosen].join(' and ')
    const { rows: counted } = await client.query<Counted>(
      `select count(*) as "all", count(*) filter (where ${late}) as late, count(*) filter (where ${mine}) as mine,
         count(*) filter (where part_status = 'waiting') as waiting,
         count(*) filter (where ${[...chosen, 'true'].join(' and ')}) as total,
         coalesce(${liveSeq('$1', `'part-rows'`)}, 0) as seq
       from part_row where ${ofCompany}`,
      values,
    )
    const { total = 0, seq = 0, ...counts } = counted[0] ?? { all: 0, late: 0, mine: 0, waiting: 0 }
    const skipped = (Math.max(1, query.page ?? 1) - 1) * partsPageSize
    const { rows } = await client.query<PartRecord>(
      `select ${columns} from part_row where ${where} and $2::uuid is not null and $3::text is not null
       order by ${partOrder(query)} limit ${partsPageSize} offset ${skipped}`,
      values,
    )
    const { rows: accounts } = await client.query(accountsQuery(companyId))
    return {
      parts: rows.map(partRowMapping.fromRecord),
      people: usernamesOf(
        accounts,
        rows.flatMap((row) => [row.created_by, row.updated_by]),
      ),
      jobs: await jobsOf(client, companyId, rows),
      counts,
      totalPages: Math.ceil(total / partsPageSize),
      totalResults: total,
      seq,
    }
  })

type Counted = PartsAnswer['counts'] & { total: number; seq: number }

/** The ids of the jobs that parts name by their number. */
async function jobsOf(client: pg.ClientBase, companyId: string, rows: readonly PartRecord[]) {
  const numbers = [...new Set(rows.flatMap((row) => row.job_number ?? []))]
  if (numbers.length === 0) return {}
  const { rows: found } = await client.query<{ number: number; job_id: string }>({
    name: 'jobs-of-parts',
    text: `select number, job_id from job_row
      where company_id = $1 and generation = ${liveGeneration('$1', `'job-rows'`)} and number = any ($2::int[])`,
    values: [companyId, numbers],
  })
  return Object.fromEntries(found.map((one) => [jobRef(one.number), one.job_id]))
}
