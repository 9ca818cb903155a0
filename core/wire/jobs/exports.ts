import * as z from 'zod/mini'
import { accountingPrograms } from '#core/invoices/layouts.ts'
import { day, id } from '#core/model/values.ts'
import { afterQuery } from '#core/wire/common.ts'
import { sitesQuery } from '#core/wire/jobs/sites.ts'
import { partsQuery } from '#core/wire/parts.ts'
import { calendarQuery } from './calendar.ts'
import { jobsQuery } from './jobs.ts'

/** The numbers of jobs, '12,15,204', at most 500. */
const jobNumbers = z.string().check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,499}$/))

/** Each export takes the query of the list of the same name, without paging, and answers a CSV file. */
export const exportJobsQuery = z.extend(z.omit(jobsQuery, { page: true }), {
  /** Of the list only these. */
  jobs: z.optional(jobNumbers),
})
/** Invoiced jobs for an accounting program: of these days, both included, or these jobs. */
export const exportInvoicesQuery = z.extend(afterQuery, {
  for: z.enum(accountingPrograms),
  from: z.optional(day),
  to: z.optional(day),
  jobs: z.optional(jobNumbers),
})
export type ExportInvoicesQuery = z.infer<typeof exportInvoicesQuery>
export const exportPartsQuery = z.omit(partsQuery, { page: true })
export const exportSitesQuery = z.omit(sitesQuery, { page: true, counts: true, near: true })
/** `person` is a user id; `unassigned` asks for bookings that are assigned to nobody. */
export const exportBookingsQuery = z.extend(calendarQuery, {
  person: z.optional(z.union([z.literal('unassigned'), id])),
})
export type ExportBookingsQuery = z.infer<typeof exportBookingsQuery>
