import { createHash } from 'node:crypto'
import type { Audience } from '#core/access.ts'
import { type JobsQuery, jobsPageSize } from '#core/wire.ts'
import { liveGeneration, liveSeq } from '#ledger/live-generation.ts'
import { jobRowMapping } from '#ledger/row-types.ts'
import { filtersOf, ordersOf } from './jobs-filters.ts'

type Statement = { name: string; text: string; values: (string | number)[] }

/**
 * The statements that give one page of a company's jobs. Each of their rows has `seq` and `total`, how many jobs the filters
 * leave; where a page is empty, one row has these alone.
 */
export type JobsStatements = {
  page: Statement
  /** For a page that may lie nearer to the end, so that it is worth to count first: the count alone, and the page by it. */
  far?: { total: Statement; page(total: number): Statement & { reversed: boolean } }
}

const columns = Object.keys(jobRowMapping.columns).join(', ')
/** Found once for the whole statement, and never joined; see {@link liveGeneration}. */
const live = `
  with live as materialized (
    select ${liveGeneration('$1', `'job-rows'`)} as generation, coalesce(${liveSeq('$1', `'job-rows'`)}, 0) as seq
  )`
const ofCompany = 'company_id = $1 and generation = (select generation from live)'
/** Jobs are numbered without a gap and never removed, so that the highest number counts them all. */
const highest = `select coalesce(max(number), 0)::bigint as total from job_row where ${ofCompany}`
/** Beyond this many rows a page is looked for from the nearer end. */
const farAfter = 1_000

export function jobsStatements(companyId: string, audience: Audience, query: JobsQuery): JobsStatements {
  const values: string[] = [companyId]
  const filters = filtersOf(query, audience, (value) => `$${values.push(value)}`)
  const where = [ofCompany, ...filters].join(' and ')
  const { forwards, backwards } = ordersOf(query)
  const [first, second, third] = [1, 2, 3].map((place) => `$${values.length + place}::bigint`)
  const skipped = (Math.max(1, query.page ?? 1) - 1) * jobsPageSize
  const end = skipped + jobsPageSize
  const unfiltered = filters.length === 0
  const byNumber = unfiltered && (query.sort ?? 'jobRef') === 'jobRef'

  const counted = `${live}, counted as materialized (
    ${unfiltered ? highest : `select count(*) as total from job_row where ${where}`}
  )`
  const rows = (window: string, order: string) => `
    select (select seq from live) as seq, total, page.*
    from counted left join (select ${columns} from job_row where ${where} ${window}) page on true order by ${order}`
  const fromOffset = (order: string) => rows(`order by ${order} limit ${first} offset ${second}`, order)

  if (byNumber) {
    const window = `and ${numbered(query, first, second)}`
    return { page: prepared(counted + rows(window, forwards), [...values, skipped, end]) }
  }
  const page = prepared(counted + fromOffset(forwards), [...values, jobsPageSize, skipped])
  if (skipped <= farAfter) return { page }
  const given = `${live}, counted as (select ${third} as total)`
  return {
    page,
    far: {
      total: prepared(`${counted} select total from counted`, values),
      page(total) {
        const reversed = skipped * 2 > total
        const length = Math.max(0, Math.min(jobsPageSize, total - skipped))
        const before = reversed ? Math.max(0, total - end) : skipped
        return {
          ...prepared(given + fromOffset(reversed ? backwards : forwards), [...values, length, before, total]),
          reversed,
        }
      },
    },
  }
}

/** A window of the list by its numbers, which costs the same however far in it lies. */
const numbered = ({ direction }: JobsQuery, skipped = '', end = '') =>
  direction === 'asc'
    ? `number > ${skipped} and number <= ${end}`
    : `number > (select total from counted) - ${end} and number <= (select total from counted) - ${skipped}`

/** Prepared once a connection under a name of its own: to plan these takes longer than to run them. */
const prepared = (text: string, values: (string | number)[]): Statement => ({
  name: `jobs-${createHash('sha1').update(text).digest('base64url')}`,
  text,
  values,
})
