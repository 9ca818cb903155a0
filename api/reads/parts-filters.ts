import { defaultTimeZone } from '#core/company/company.ts'
import { jobNumber, type PartSearchField, partSearchFields, searchable } from '#core/part/values.ts'
import type { PartsQuery } from '#core/wire/parts.ts'
import { liveGeneration } from '#ledger/read-models/live-generation.ts'

/** The day that it is for the company; `$3` is the instant. */
const today = `(select ($3::timestamptz at time zone coalesce((
    select body ->> 'timeZone' from document
    where company_id = $1 and projection = 'company' and generation = ${liveGeneration('$1', `'company'`)}
  ), '${defaultTimeZone}'))::date)`

const late = `(part_status = 'waiting' and expected_delivery < ${today})`

/** For a job whose visit is the reader's own; `$2` is the reader. */
const mine = `exists (
    select from job_row visited
    where visited.company_id = $1 and visited.generation = ${liveGeneration('$1', `'job-rows'`)}
      and visited.number = part_row.job_number and visited.assigned_to @> array[$2::uuid])`

/** Sorts after every text that begins as the one before it. */
const last = String.fromCodePoint(0x10_ff_ff)

const keys: Record<PartSearchField, string> = {
  name: 'name_key',
  reference: 'reference_key',
  jobId: 'job_key',
  category: 'category_key',
}

/** The conditions of a query's filters; `parameter` takes a value and answers its place in the statement. */
export function partFilters(
  { field, search, filter, job }: PartsQuery,
  parameter: (value: string) => string,
): { late: string; mine: string; chosen: string[] } {
  const chosen: string[] = []
  if (filter) chosen.push({ late, mine, waiting: `part_status = 'waiting'` }[filter])
  if (job !== undefined) chosen.push(`job_key = ${parameter(searchable(jobNumber(job)))}`)
  const term = searchable(search ?? '')
  if (term) {
    // A beginning as a range: no character in it is special, and an index can be asked for it.
    const [from, to] = [parameter(term), parameter(term + last)]
    const within = (field ? [field] : partSearchFields).map(
      (one) => `(${keys[one]} >= ${from} and ${keys[one]} < ${to})`,
    )
    chosen.push(`(${within.join(' or ')})`)
  }
  return { late, mine, chosen }
}

/** The order of the rows; what is equal in it is in the order of creation, newest first. */
export function partOrder({ sort = 'purchaseDate', direction = 'desc' }: PartsQuery): string {
  if (sort === 'due') return `part_status desc, expected_delivery, created_at, part_id`
  const column = { purchaseDate: 'purchase_date', expectedDelivery: 'expected_delivery' }[sort]
  return [column, 'created_at', 'part_id'].map((one) => `${one} ${direction}`).join(', ')
}
