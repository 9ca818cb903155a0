import { type SelectQueryBuilder, sql } from 'kysely'
import { urgentWarnings } from '#core/job/visit/visit-needed.ts'
import type { Tables } from '#ledger/database/tables.ts'
import type { JobsShape } from './jobs-filters.ts'

const columns = { apartmentName: 'apartment_name', createdAt: 'created_at', jobStart: 'job_start' } as const

/** The place of a job's warning among the urgent ones; the same for all others, after them. */
const urgency = sql<number>`coalesce(array_position(array[${sql.join(urgentWarnings.map((one) => sql.lit(one)))}], warning), ${sql.lit(urgentWarnings.length + 1)})`

/**
 * Orders rows as asked, or `backwards` in the exact reverse; an index has each order but that by urgency. Jobs without a visit come
 * last either way, and jobs that are equal in a column are in order of their numbers; of the most urgent ones the oldest is first.
 */
export function inOrder<Row>(
  rows: SelectQueryBuilder<Tables, 'job_row', Row>,
  { sort, direction }: Pick<JobsShape, 'sort' | 'direction'>,
  backwards = false,
) {
  const reverse = direction === 'asc' ? 'desc' : 'asc'
  const way = backwards ? reverse : direction
  if (sort === 'jobRef') return rows.orderBy('number', way)
  if (sort === 'urgency') {
    const soonest = way === 'desc' ? 'asc' : 'desc'
    return rows.orderBy(urgency, soonest).orderBy('number', soonest)
  }
  const ordered =
    sort === 'jobStart'
      ? rows.orderBy('job_start', (by) => (backwards ? by[way]().nullsFirst() : by[way]().nullsLast()))
      : rows.orderBy(columns[sort], way)
  return ordered.orderBy('number', way)
}
