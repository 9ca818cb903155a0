import * as z from 'zod/mini'
import { jobStatus, warning } from '#core/job/values.ts'
import { day, id } from '#core/model/values.ts'
import { overdueReasons } from '#core/projections/dashboard.ts'
import { people } from './common.ts'

/** As many months as the dashboard looks back, this one included. */
export const dashboardMonths = 12
/** As many overdue jobs as the dashboard names; the list has all. */
export const mostOverdue = 6

const count = z.int()
const overdueJob = z.object({
  jobId: id,
  jobRef: z.string(),
  apartmentName: z.string(),
  reason: z.enum(overdueReasons),
  /** What its days are counted from, by the company's clocks. */
  since: day,
  days: count,
  /** Tasks that are not completed, and how many of them are to estimate. */
  tasksLeft: count,
  toEstimate: count,
})
export type OverdueJob = z.infer<typeof overdueJob>

/** Minutes booked on each day of the week, from Monday; without a `userId` those that nobody was given. */
const bookedWeek = z.object({ userId: z.optional(id), minutes: z.array(count) })

/** A month of the company's calendar, with the jobs that became completed in it. */
const month = z.object({
  month: z.string(),
  completed: count,
  /** In pence. */
  value: z.int(),
  /** From the day that a job was created on to the day of its completion; none in a month without completions. */
  medianDays: z.optional(z.number()),
})
export type DashboardMonth = z.infer<typeof month>

/** GET /api/dashboard: the office's figures. */
export const dashboardAnswer = z.object({
  /** The day that it is for the company. */
  today: day,
  statuses: z.array(z.object({ status: jobStatus, count })),
  /** Of open jobs alone. */
  warnings: z.array(z.object({ warning, count })),
  overdue: z.object({ count, jobs: z.array(overdueJob) }),
  week: z.object({ monday: day, visits: count, people: z.array(bookedWeek) }),
  /** Oldest first; the last one is this month so far. */
  months: z.array(month),
  people,
  seq: count,
})
export type DashboardAnswer = z.infer<typeof dashboardAnswer>
