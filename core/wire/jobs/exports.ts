import * as z from 'zod/mini'
import { id } from '#core/model/values.ts'
import { partsQuery } from './parts.ts'
import { calendarQuery, jobsQuery } from './wire.ts'

/** The exports: what the list of the same name is asked for, all of its pages at once. Each answers a CSV file. */
export const exportJobsQuery = z.omit(jobsQuery, { page: true })
export const exportPartsQuery = z.omit(partsQuery, { page: true })
/** `person` is whose bookings, by user id; `unassigned` asks for nobody's. */
export const exportBookingsQuery = z.extend(calendarQuery, {
  person: z.optional(z.union([z.literal('unassigned'), id])),
})
export type ExportBookingsQuery = z.infer<typeof exportBookingsQuery>
