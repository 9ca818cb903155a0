import * as z from 'zod/mini'
import { jobStatus, warning } from '#core/job/schemas/value-schemas.ts'
import { day, id } from '#core/model/values.ts'
import { overdueReasons } from '#core/projections/dashboard.ts'
import { people } from './common.ts'

/** The number of months on the dashboard, including the current one. */
export const dashboardMonths = 12
/** The most overdue jobs that the dashboard lists; the jobs list has all of them. */
export const mostOverdue = 6

const count = z.int()
const overdueJob = z.object({
  jobId: id,
  jobRef: z.string(),
  apartmentName: z.string(),
  reason: z.enum(overdueReasons),
  /** The day from which `days` are counted, in the company's time zone. */
  since: day,
  days: count,
  /** Tasks that are not completed, and how many of those are to estimate. */
  tasksLeft: count,
  toEstimate: count,
})
export type OverdueJob = z.infer<typeof overdueJob>

/** Minutes booked on each day of the week, from Monday; without a `userId` for visits that are assigned to nobody. */
const bookedWeek = z.object({ userId: z.optional(id), minutes: z.array(count) })

/** A calendar month in the company's time zone, with the jobs completed in it. */
const month = z.object({
  month: z.string(),
  completed: count,
  /** In pence. */
  value: z.int(),
  /** From the day a job was created to the day it was completed; missing if none was completed. */
  medianDays: z.optional(z.number()),
})
export type DashboardMonth = z.infer<typeof month>

/** GET /api/dashboard: the office's figures. */
export const dashboardAnswer = z.object({
  /** Today in the company's time zone. */
  today: day,
  statuses: z.array(z.object({ status: jobStatus, count })),
  /** Of open jobs only. */
  warnings: z.array(z.object({ warning, count })),
  overdue: z.object({ count, jobs: z.array(overdueJob) }),
  week: z.object({ monday: day, visits: count, people: z.array(bookedWeek) }),
  /** Oldest first; the last is the current month so far. */
  months: z.array(month),
  people,
  seq: count,
})
export type DashboardAnswer = z.infer<typeof dashboardAnswer>
