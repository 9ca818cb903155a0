import { createHash } from 'node:crypto'
import type { Audience } from '#core/access.ts'
import { type JobsQuery, jobsPageSize } from '#core/wire.ts'
import { liveCheckpoint } from '#ledger/live-generation.ts'
import { jobRowMapping } from '#ledger/row-types.ts'
import { filtersOf, ordersOf } from './jobs-filters.ts'

type Statement = { name: string; text: string; values: (string | number)[] }

/** The statements that give one page of a company's jobs; each row has `seq` and `total`, how many jobs the filters leave. */
export type JobsStatements = {
  page: Statement
  /** `seq` and `total` alone, for a page without a row. */
  empty: Statement
  /** For a page that may lie nearer to the end, so that it is worth to count first: the page of so many. */
  far?(total: number): Statement & { reversed: boolean }
}

const columns = Object.keys(jobRowMapping.columns).join(', ')
/** Found once for the whole statement, and never joined; see {@link liveCheckpoint}. */
const live = `with live as materialized ${liveCheckpoint('generation, seq', '$1', `'job-rows'`)}`
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
  const totals = `(select total from counted) as total, coalesce((select seq from live), 0) as seq`
  const rows = (window: string) => `select ${columns}, ${totals} from job_row where ${where} ${window}`
  const fromOffset = (order: string) => rows(`order by ${order} limit ${first} offset ${second}`)

  const empty = prepared(`${counted} select ${totals}`, values)
  if (byNumber) {
    const window = `and ${numbered(query, first, second)} order by ${forwards}`
    return { empty, page: prepared(counted + rows(window), [...values, skipped, end]) }
  }
  const page = prepared(counted + fromOffset(forwards), [...values, jobsPageSize, skipped])
  if (skipped <= farAfter) return { empty, page }
  const given = `${live}, counted as (select ${third} as total)`
  return {
    empty,
    page,
    far(total) {
      const reversed = skipped * 2 > total
      const length = Math.max(0, Math.min(jobsPageSize, total - skipped))
      const before = reversed ? Math.max(0, total - end) : skipped
      return {
        ...prepared(given + fromOffset(reversed ? backwards : forwards), [...values, length, before, total]),
        reversed,
      }
    },
  }
}

/** A window of the list by its numbers, which costs the same however far in it lies. */
const numbered = ({ direction }: JobsQuery, skipped = '', end = '') =>
  direction === 'asc'
    ? `number > ${skipped} and number <= ${end}`
    : `number > (select total from counted) - ${end} and number <= (select total from counted) - ${skipped}`

/** Prepared once a connection under a name of its own: to plan these takes longer than to run them. */
function prepared(text: string, values: (string | number)[]): Statement {
  const name = names.get(text) ?? `jobs-${createHash('sha1').update(text).digest('base64url')}`
  names.set(text, name)
  return { name, text, values }
}

/** As many as there are kinds of questions; nothing that a person types is in a text. */
const names = new Map<string, string>()
