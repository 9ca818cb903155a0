import { paths } from '#core/paths.ts'
import * as exports from '#core/wire-exports.ts'
import type { DescribedRoute } from './openapi-routes.ts'

const get = { method: 'get', for: 'members' } as const

/** The exports as CSV files. */
export const csvRoutes: DescribedRoute[] = [
  {
    ...get,
    path: paths.exportJobs,
    summary: 'All jobs that the filters leave, as a CSV file; for the team without office facts',
    query: exports.exportJobsQuery,
    answers: { 200: 'text/csv' },
  },
  {
    ...get,
    path: paths.exportParts,
    summary: 'All parts that the search and filter leave, as a CSV file',
    query: exports.exportPartsQuery,
    answers: { 200: 'text/csv' },
  },
  {
    ...get,
    path: paths.exportBookings,
    summary: 'The bookings between two instants, of one person if wished, as a CSV file in the time of the company',
    query: exports.exportBookingsQuery,
    answers: { 200: 'text/csv' },
  },
]
