import { createHash } from 'node:crypto'
import type { Audience } from '#core/model/access.ts'
import type { JobsQuery } from '#core/wire/jobs/jobs.ts'
import { jobsPageSize } from '#core/wire/list-options.ts'
import { liveCheckpoint } from '#ledger/read-models/live-generation.ts'
import { jobRowMapping } from '#ledger/read-models/row-types.ts'
import { type JobsRequest, jobFilters, jobOrder } from './jobs-filters.ts'

type Statement = { name: string; text: string; values: (string | number)[] }

/** The statements that give one page of a company's jobs. */
export type JobsStatements = {
  page: Statement
  /** One row: `seq`, and `total`, how many jobs the filters leave. */
  totals: Statement
  /** Whether each row of the page has `seq` and `total` itself, and `backwards` where they come in the reverse order. */
  counted: boolean
}

const columns = Object.keys(jobRowMapping.columns).join(', ')
const liveOf = (column: 'generation' | 'seq') => liveCheckpoint(column, '$1', `'job-rows'`)
/** The live rows are found by a scalar subquery and never by a join; see {@link liveCheckpoint}. */
const ofCompany = `company_id = $1 and generation = ${liveOf('generation')}`
/** Jobs are numbered without a gap and never removed, so that the highest number counts them all. */
const highestOf = (rows: string) => `(select coalesce(max(number), 0)::bigint from job_row where ${rows})`
/** Where a statement looks for the live rows many times, they are found once. */
const withLive = `with live as materialized ${liveCheckpoint('generation, seq', '$1', `'job-rows'`)}`
const ofLive = 'company_id = $1 and generation = (select generation from live)'
/** Beyond this many rows a page is looked for from the nearer end. */
const farAfter = 1_000

export function jobsStatements(companyId: string, audience: Audience, query: JobsRequest, now: Date): JobsStatements {
  const values: string[] = [companyId]
  const filters = jobFilters(query, audience, (value) => `$${values.push(value)}`, now)
  const rows = `from job_row where ${[ofCompany, ...filters].join(' and ')}`
  const { forwards, backwards } = jobOrder(query)
  const [first, second] = [1, 2].map((place) => `$${values.length + place}::bigint`)
  const skipped = (Math.max(1, query.page ?? 1) - 1) * jobsPageSize
  const end = skipped + jobsPageSize
  const total = filters.length === 0 ? highestOf(ofCompany) : `(select count(*) ${rows})`
  const totals = prepared(`select ${total} as total, coalesce(${liveOf('seq')}, 0) as seq`, values)

  if (skipped <= farAfter) {
    const text = `select ${columns} ${rows} order by ${forwards} limit ${jobsPageSize} offset ${first}`
    return { page: prepared(text, [...values, skipped]), totals, counted: false }
  }
  if (filters.length === 0 && (query.sort ?? 'jobRef') === 'jobRef') {
    const text = `${withLive}, counted as materialized (select ${highestOf(ofLive)} as total)
      select ${columns}, (select total from counted) as total, (select seq from live) as seq, false as backwards
      from job_row where ${ofLive} and ${numbered(query, first, second)} order by ${forwards}`
    return { page: prepared(text, [...values, skipped, end]), totals, counted: true }
  }
  const counted = `with counted as materialized (${totals.text})`
  const found = `select ${columns}, (select total from counted) as total, (select seq from counted) as seq`
  // One of the two asks for no row, and then does nothing.
  const nearer = `(select ${first} * 2 <= total from counted)`
  const fromStart = `limit case when ${nearer} then ${jobsPageSize} else 0 end offset ${first}`
  const left = `least(${jobsPageSize}, greatest(0, (select total from counted) - ${first}))`
  const fromEnd = `limit case when ${nearer} then 0 else ${left} end offset greatest(0, (select total from counted) - ${second})`
  const text = `${counted}
    (${found}, false as backwards ${rows} order by ${forwards} ${fromStart}) union all
    (${found}, true as backwards ${rows} order by ${backwards} ${fromEnd})`
  return { page: prepared(text, [...values, skipped, end]), totals, counted: true }
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
