import * as z from 'zod/mini'
import { duty } from '#core/job/duties/duty.ts'
import { day, id, instant } from '#core/model/values.ts'
import { afterQuery, people } from '#core/wire/common.ts'

const count = z.int()

/** The jobs in one answer. */
export const mostDeadlineJobs = 200

/** GET /api/deadlines: jobs with open deadlines, by the first one due. `from` is the `next` of the page before; `site` is the jobs' site. */
export const deadlinesQuery = z.extend(afterQuery, {
  from: z.optional(z.string().check(z.maxLength(80))),
  site: z.optional(id),
})

/** A job with its hazards and service levels that still owe something. */
const job = z.object({
  jobId: id,
  jobRef: z.string(),
  apartmentName: z.string(),
  agency: z.string(),
  assignedTo: z.array(id),
  duties: z.array(duty),
})
export type DeadlineJob = z.infer<typeof job>

/** Of the deadlines that were met or missed since a day, how many were met in time. */
export const metInTime = z.object({ met: count, of: count, since: day })
export type MetInTime = z.infer<typeof metInTime>
/** The days that these go back, and the newest jobs with deadlines that are looked at. */
export const metInTimeDays = 90
export const metInTimeJobs = 2_000

export const deadlinesAnswer = z.object({
  jobs: z.array(job),
  /** On the first page alone, and not of a single site. */
  metInTime: z.optional(metInTime),
  /** Where the next page begins; missing on the last one. */
  next: z.optional(z.string()),
  people,
  seq: count,
})
export type DeadlinesAnswer = z.infer<typeof deadlinesAnswer>

/** The whole board. `isWhole` is false if there are too many jobs to show. */
export const owedJobs = z.object({
  jobs: z.array(job),
  isWhole: z.boolean(),
  metInTime: z.optional(metInTime),
})
export type OwedJobs = z.infer<typeof owedJobs>

/** GET /api/deadlines/counts: deadlines that are open, of how many jobs; late, and due later today. */
export const deadlineCounts = z.object({
  open: count,
  jobs: count,
  late: count,
  today: count,
  /** When the next one is due: the counts change then. */
  nextDue: z.optional(instant),
  seq: count,
})
export type DeadlineCounts = z.infer<typeof deadlineCounts>
