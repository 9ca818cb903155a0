import type { DescribedRoute } from '#api/http/described-route.ts'
import * as exports from '#core/wire/exports.ts'
import * as imports from '#core/wire/imports.ts'
import { paths } from '#core/wire/paths.ts'

const get = { method: 'get', for: 'members' } as const
const ofImports = { for: 'office' } as const

/** The exports as CSV files, and the import of jobs from such a file; that is for owners and admins. */
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
  {
    ...ofImports,
    method: 'get',
    path: paths.imports,
    summary: 'The imports of the company that were begun, newest first',
    answers: { 200: imports.importsAnswer },
  },
  {
    ...ofImports,
    method: 'post',
    path: paths.imports,
    summary:
      'Keep a CSV file of jobs (10 MB and 20,000 rows at most), guess what its columns are, and say what an import would come to. Nothing is imported.',
    body: imports.importForm,
    files: 'file',
    answers: { 200: imports.importAnswer },
  },
  {
    ...ofImports,
    method: 'get',
    path: paths.import,
    summary: 'An import: how its file is read, what the check found, how far it is',
    answers: { 200: imports.importAnswer },
  },
  {
    ...ofImports,
    method: 'put',
    path: paths.import,
    summary: 'Say how the columns are read and what stands for which text, and check again',
    body: imports.importReading,
    answers: { 200: imports.importAnswer },
  },
  {
    ...ofImports,
    method: 'post',
    path: paths.startImport,
    summary: 'Import, or go on after a stop; it runs on the server. The same row is never imported twice.',
    answers: { 200: imports.importAnswer },
  },
  {
    ...ofImports,
    method: 'post',
    path: paths.stopImport,
    summary: 'Stop an import; what is in stays',
    answers: { 200: imports.importAnswer },
  },
  {
    ...ofImports,
    method: 'get',
    path: paths.refusedRows,
    summary: 'The refused rows with their reasons, as a CSV file that can be corrected and imported',
    answers: { 200: 'text/csv' },
  },
]
