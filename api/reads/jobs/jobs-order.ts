import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '#ledger/database/tables.ts'
import type { JobsShape } from './jobs-filters.ts'

const columns = { apartmentName: 'apartment_name', createdAt: 'created_at', jobStart: 'job_start' } as const

/**
 * Orders rows as asked, or `backwards` in the exact reverse; an index has each order. Jobs without a visit come last either way,
 * and jobs that are equal in a column are in order of their numbers.
 */
export function inOrder<Row>(
  rows: SelectQueryBuilder<Tables, 'job_row', Row>,
  { sort, direction }: Pick<JobsShape, 'sort' | 'direction'>,
  backwards = false,
) {
  const reverse = direction === 'asc' ? 'desc' : 'asc'
  const way = backwards ? reverse : direction
  if (sort === 'jobRef') return rows.orderBy('number', way)
  const ordered =
    sort === 'jobStart'
      ? rows.orderBy('job_start', (by) => (backwards ? by[way]().nullsFirst() : by[way]().nullsLast()))
      : rows.orderBy(columns[sort], way)
  return ordered.orderBy('number', way)
}
