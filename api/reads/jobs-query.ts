import { createHash } from 'node:crypto'
import type { Audience } from '#core/access.ts'
import { type JobsQuery, jobsPageSize } from '#core/wire.ts'
import { liveGeneration } from '#ledger/live-generation.ts'
import { jobRowMapping } from '#ledger/row-types.ts'

const columns = Object.keys(jobRowMapping.columns).join(', ')

/** Beyond this many rows a page may be nearer to the end, and is worth finding from there. */
const farAfter = 1_000

/**
 * The statement for one page of a company's jobs: each row with `total`, how many jobs the filters leave, and one row
 * without a job where the page is empty.
 */
export function jobsPageQuery(companyId: string, audience: Audience, query: JobsQuery) {
  const values: (string | number)[] = [companyId]
  const parameter = (value: string | number) => `$${values.push(value)}`
  const filters = filtersOf(query, audience, parameter)
  const where = ['company_id = $1', `generation = ${liveGeneration('$1', `'job-rows'`)}`, ...filters].join(' and ')
  const skipped = (Math.max(1, query.page ?? 1) - 1) * jobsPageSize
  const skip = `${parameter(skipped)}::bigint`
  // Jobs are numbered without a gap and never removed, so that the highest number counts them all.
  const total = filters.length === 0 ? `coalesce(max(number), 0)::bigint` : 'count(*)'
  const { sorted, reversed } = orders(query)
  const near = `select * from (select ${columns} from job_row where ${where} order by ${sorted} limit ${jobsPageSize} offset ${skip}) near`
  const left = `(select total from counted) - ${skip}`
  const far = `
    select * from (
      select ${columns} from job_row where ${where} order by ${reversed}
      limit greatest(0, least(${jobsPageSize}, ${left})) offset greatest(0, ${left} - ${jobsPageSize})
    ) far where (select total from counted) < 2 * ${skip}`
  const page = skipped < farAfter ? near : `${near} where (select total from counted) >= 2 * ${skip} union all ${far}`
  const text = `
    with counted as materialized (select ${total} as total from job_row where ${where})
    select total, page.* from counted left join (${page}) page on true order by ${sorted}`
  return { name: `jobs-${createHash('sha1').update(text).digest('base64url')}`, text, values }
}

function filtersOf(
  { status, warning, type, search }: JobsQuery,
  audience: Audience,
  parameter: (value: string) => string,
) {
  const filters = []
  if (status) filters.push(`job_status = ${parameter(status)}`)
  if (warning !== undefined) filters.push(`warning = ${parameter(warning === 'none' ? '' : warning)}`)
  const sought = search?.trim()
  if (sought) {
    const pattern = parameter(`%${sought.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    const fields = searchedFields(type, audience).map((field) => `${field} ilike ${pattern}`)
    filters.push(`(${fields.join(' or ')})`)
  }
  return filters
}

/** What a search looks at. The team never searches what it may not see: to find something would tell it. */
function searchedFields(type: JobsQuery['type'] = 'apartmentName', audience: Audience) {
  if (type === 'all') return audience === 'office' ? ['apartment_name', 'work_order', 'agency'] : ['apartment_name']
  return [{ apartmentName: 'apartment_name', agency: 'agency', workOrder: 'work_order' }[type]]
}

/** The order of the rows and its reverse, each with an index that has it. Jobs that are not booked come last, either way. */
function orders({ sort = 'jobRef', direction = 'desc' }: JobsQuery) {
  const other = direction === 'asc' ? 'desc' : 'asc'
  if (sort === 'jobRef') return { sorted: `number ${direction}`, reversed: `number ${other}` }
  if (sort === 'jobStart')
    return {
      sorted: `job_start ${direction} nulls last, number ${direction}`,
      reversed: `job_start ${other} nulls first, number ${other}`,
    }
  const column = { apartmentName: 'apartment_name', createdAt: 'created_at' }[sort]
  return { sorted: `${column} ${direction}, number ${direction}`, reversed: `${column} ${other}, number ${other}` }
}
