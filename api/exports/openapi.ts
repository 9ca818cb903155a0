import type { DescribedRoute } from '#api/http/described-route.ts'
import { afterQuery } from '#core/wire/common.ts'
import * as exports from '#core/wire/jobs/exports.ts'
import { paths } from '#core/wire/paths.ts'

const csv = { method: 'get', for: 'members', answers: { 200: 'text/csv' } } as const

/** The lists as CSV files. */
export const exportRoutes: DescribedRoute[] = [
  {
    ...csv,
    path: paths.exportJobs,
    summary: 'All jobs that match the filters, as a CSV file; without office facts for the team',
    query: exports.exportJobsQuery,
  },
  {
    ...csv,
    path: paths.exportParts,
    summary: 'All parts that match the search and filter, as a CSV file',
    query: exports.exportPartsQuery,
  },
  {
    ...csv,
    path: paths.exportBookings,
    summary: "The bookings between two instants, optionally one person's, as a CSV file in the company's time zone",
    query: exports.exportBookingsQuery,
  },
  {
    ...csv,
    path: paths.exportSites,
    summary:
      'All sites that match the search and filter, as a CSV file; without contacts other than tenants for the team',
    query: exports.exportSitesQuery,
  },
  {
    ...csv,
    for: 'office',
    path: paths.exportDeadlines,
    summary: "All open deadlines of the law and of service levels, as a CSV file in the company's time zone",
    query: afterQuery,
  },
  {
    ...csv,
    for: 'office',
    path: paths.exportInvoices,
    summary:
      'The lines of all invoiced jobs of a period, or of some jobs, in the columns that Xero or QuickBooks Online import as sales invoices',
    query: exports.exportInvoicesQuery,
  },
  {
    ...csv,
    for: 'office',
    path: paths.exportRecurring,
    summary: 'All recurring work with its next dates, as a CSV file',
    query: afterQuery,
  },
]
