import type { JobStatus, Warning } from '#core/job/values.ts'
import { addDays, mondayOf, wallClock } from '#core/time/wall-clock.ts'
import { nextWorkingDay } from '#core/time/working-days.ts'
import type { DashboardJob } from './dashboard-jobs.ts'

/** The statuses of jobs that need no more work. */
export const closedStatuses = ['completed', 'cancelled'] as const satisfies JobStatus[]
export const isOpen = (status: JobStatus) => status !== 'completed' && status !== 'cancelled'

/** The value of the completed tasks of a completed job, in pence; zero if it was free of charge. */
export const completedValue = ({ jobStatus, warning, tasks }: DashboardJob) =>
  jobStatus === 'completed' && warning !== 'free of charge'
    ? tasks.reduce((sum, one) => sum + (one.status === 'completed' ? (one.price ?? 0) : 0), 0)
    : 0

/** The number of tasks still to do or to estimate. */
export const tasksLeft = ({ tasks }: Pick<DashboardJob, 'tasks'>) =>
  tasks.filter((one) => one.status !== 'completed').length

/** Why a job is overdue: its visit has ended with tasks left, a warning calls for a visit, or none has been booked. */
export const overdueReasons = ['visit over', 'no access', 'reschedule', 'quote approved', 'no visit'] as const
export type OverdueReason = (typeof overdueReasons)[number]
const callsForVisit = (warning: Warning) =>
  warning === 'no access' || warning === 'reschedule' || warning === 'quote approved' ? warning : undefined

/** A job can go without a visit for this many working days (Monday to Friday) before it is overdue. */
const workingDays = 5

export type Overdue = {
  /** The instant from which it is overdue; it may be in the future. */
  from: string
  /** The instant from which the overdue days are counted. */
  since: string
  reason: OverdueReason
}

/**
 * When and why an open job becomes overdue if nothing else happens. A booked visit postpones this until the visit ends. A job
 * whose quote was sent is waiting for somebody else and is never overdue.
 */
export function overdueOf(job: DashboardJob): Overdue | undefined {
  if (!isOpen(job.jobStatus) || job.jobStatus === 'quote sent') return undefined
  const { jobEnd, warnedAt = '' } = job
  if (jobEnd && jobEnd > warnedAt && tasksLeft(job) > 0) return { from: jobEnd, since: jobEnd, reason: 'visit over' }
  const reason = callsForVisit(job.warning)
  if (reason) {
    const since = jobEnd && jobEnd > warnedAt ? jobEnd : warnedAt
    return { from: since, since, reason }
  }
  const since = jobEnd ?? latest(job.unbookedAt, `${job.createdAt}T00:00:00.000Z`)
  // PostgreSQL cannot parse an ISO date with a five-digit year.
  if (since > '9999-12') return undefined
  return { from: `${dayAfterWorkingDays(since.slice(0, 10))}T00:00:00.000Z`, since, reason: 'no visit' }
}

const latest = (one: string | undefined, other: string) => (one && one > other ? one : other)

/** The day after the last of the working days allowed from `day`. */
function dayAfterWorkingDays(day: string): string {
  let last = day
  for (let left = workingDays; left > 0; left -= 1) last = nextWorkingDay(last)
  return addDays(last, 1)
}

export type BookedVisit = { jobStart: string; jobEnd: string; assignedTo: readonly string[] }
/** Minutes booked on each day, Monday first. `userId` is absent for unassigned visits. */
export type BookedWeek = { userId?: string; minutes: number[] }

/** Each person's booked minutes in the week from `monday`. A visit counts in full for everyone on it, on the day it starts. */
export function bookedWeek(visits: readonly BookedVisit[], monday: string, timeZone: string): BookedWeek[] {
  const people = new Map<string | undefined, BookedWeek>()
  for (const { jobStart, jobEnd, assignedTo } of visits) {
    const { day } = wallClock(jobStart, timeZone)
    if (mondayOf(day) !== monday) continue
    const column = (Date.parse(day) - Date.parse(monday)) / 86_400_000
    const minutes = Math.round((Date.parse(jobEnd) - Date.parse(jobStart)) / 60_000)
    for (const userId of assignedTo.length > 0 ? assignedTo : [undefined]) {
      const week = people.get(userId) ?? { ...(userId ? { userId } : {}), minutes: [0, 0, 0, 0, 0, 0, 0] }
      week.minutes[column] = (week.minutes[column] ?? 0) + minutes
      people.set(userId, week)
    }
  }
  return [...people.values()]
}

/** The day's month and the months before it, oldest first, as YYYY-MM. */
export function monthsUntil(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - count + index, 1)).toISOString().slice(0, 7),
  )
}
