import * as z from 'zod/mini'
import { id } from '#core/model/values.ts'
import { sitesQuery } from '#core/wire/jobs/sites.ts'
import { partsQuery } from '#core/wire/parts.ts'
import { calendarQuery } from './calendar.ts'
import { jobsQuery } from './jobs.ts'

/** Each export takes the query of the list of the same name, without paging, and answers a CSV file. */
export const exportJobsQuery = z.extend(z.omit(jobsQuery, { page: true }), {
  /** The numbers of jobs, '12,15,204': of the list only these. At most 500. */
  jobs: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,499}$/))),
})
export const exportPartsQuery = z.omit(partsQuery, { page: true })
export const exportSitesQuery = z.omit(sitesQuery, { page: true })
/** `person` is a user id; `unassigned` asks for bookings that are assigned to nobody. */
export const exportBookingsQuery = z.extend(calendarQuery, {
  person: z.optional(z.union([z.literal('unassigned'), id])),
})
export type ExportBookingsQuery = z.infer<typeof exportBookingsQuery>
