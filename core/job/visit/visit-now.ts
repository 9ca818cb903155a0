import type { JobStatus } from '#core/job/values.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { type Arrival, arrivalNow, type NoAccessRecord } from './time-on-site.ts'

/** A visit of today as one of its people stands to it: on the way or at the door, on site, gone, or not let in. */
export type VisitNow =
  | { is: 'ahead'; jobBookingId: string }
  | { is: 'on site'; jobBookingId: string; arrival: Arrival }
  | { is: 'left'; jobBookingId: string; arrival: Arrival }
  | { is: 'no access'; jobBookingId: string; record: NoAccessRecord }

type Visited = {
  jobStatus: JobStatus
  jobBookingId?: string | undefined
  jobStart?: string | undefined
  jobEnd?: string | undefined
  assignedTo: readonly string[]
  arrivals?: readonly Arrival[] | undefined
  noAccess?: readonly NoAccessRecord[] | undefined
}

/**
 * How a person stands to a job's visit of today; undefined if there is none for them. Somebody on site stays there whatever
 * becomes of the booking. What was recorded under other times belongs to an earlier visit.
 */
export function visitNow(
  job: Visited,
  { userId, now, zone }: { userId: string; now: string; zone: string },
): VisitNow | undefined {
  const there = arrivalNow(job, userId, now)
  if (there) return { is: 'on site', jobBookingId: there.jobBookingId, arrival: there }
  const { jobStatus, jobBookingId, jobStart, jobEnd, assignedTo, arrivals = [], noAccess = [] } = job
  if (!jobBookingId || !jobStart || !jobEnd || !assignedTo.includes(userId)) return undefined
  const today = wallClock(now, zone).day
  if (wallClock(jobStart, zone).day > today || wallClock(jobEnd, zone).day < today) return undefined
  const isOfThis = (one: Arrival | NoAccessRecord) =>
    one.userId === userId &&
    one.jobBookingId === jobBookingId &&
    one.booked?.jobStart === jobStart &&
    one.booked.jobEnd === jobEnd
  const arrival = arrivals.findLast((one) => isOfThis(one) && one.leftAt !== undefined)
  const record = noAccess.findLast(isOfThis)
  const wasLater = record && (!arrival?.leftAt || Date.parse(record.happenedAt) > Date.parse(arrival.leftAt))
  if (wasLater) return { is: 'no access', jobBookingId, record }
  if (arrival) return { is: 'left', jobBookingId, arrival }
  // Nobody is expected any more at a job that is finished.
  return jobStatus === 'completed' || jobStatus === 'cancelled' ? undefined : { is: 'ahead', jobBookingId }
}
