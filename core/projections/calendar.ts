import * as z from 'zod/mini'
import { jobStatus, warning } from '#core/job/schemas/value-schemas.ts'
import { jobRef } from '#core/job/values.ts'
import { inMilliseconds } from '#core/model/milliseconds.ts'
import { id, instant } from '#core/model/values.ts'
import { ofJobs, type Projection } from './projection.ts'

/** A job in the calendar. A job without a booking also has a row, so that its site is known when it is booked. */
export const calendarRow = z.object({
  jobId: id,
  jobRef: z.string(),
  apartmentName: z.string(),
  jobStatus,
  warning,
  jobBookingId: z.optional(id),
  jobStart: z.optional(instant),
  jobEnd: z.optional(instant),
  access: z.optional(z.string()),
  assignedTo: z.array(id),
})
export type CalendarRow = z.infer<typeof calendarRow>

export const calendar: Projection<CalendarRow> = {
  name: 'calendar',
  version: 1,
  row: calendarRow,
  table: 'calendar_row',
  audience: 'everyone',
  pushed: true,
  ...ofJobs<CalendarRow>({
    JobCreated: (_, { data, streamId, number }) => ({
      jobId: streamId,
      jobRef: number === undefined ? '' : jobRef(number),
      apartmentName: data.apartmentName,
      jobStatus: 'pending',
      warning: '',
      assignedTo: [],
    }),
    JobSiteChanged: (row, { data }) => row && { ...row, ...data },
    JobStatusChanged: (row, { data }) => row && { ...row, jobStatus: data.to },
    WarningChanged: (row, { data }) => row && { ...row, warning: data.to },
    JobScheduled: (row, { data: { overlaps: _, jobStart, jobEnd, ...booking } }) =>
      row && { ...row, ...booking, jobStart: inMilliseconds(jobStart), jobEnd: inMilliseconds(jobEnd) },
    BookingDeleted: (row) =>
      row && {
        jobId: row.jobId,
        jobRef: row.jobRef,
        apartmentName: row.apartmentName,
        jobStatus: row.jobStatus,
        warning: row.warning,
        assignedTo: [],
      },
  }),
}
