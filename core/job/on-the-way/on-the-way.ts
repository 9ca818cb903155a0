import * as z from 'zod/mini'
import type { Arrival, NoAccessRecord } from '#core/job/visit/time-on-site.ts'
import type { Folds } from '#core/model/messages.ts'
import { id, instant } from '#core/model/values.ts'
import type { OnTheWayEvent } from './on-the-way-messages.ts'

/** That a person is on the way to a visit; the latest of each person. */
const onTheWay = z.object({
  onWayId: id,
  jobBookingId: id,
  userId: z.string(),
  saidAt: instant,
  /** Missing if they did not say how long they need. */
  expectedAt: z.optional(instant),
  /** The visit's times as booked then. */
  booked: z.optional(z.object({ jobStart: instant, jobEnd: instant })),
  /** The version of the event. */
  said: z.int(),
})
export type OnTheWay = z.infer<typeof onTheWay>

export const ofWays = { onTheWay: z.optional(z.array(onTheWay)) }

type Visits = {
  jobBookingId?: string | undefined
  jobStart?: string | undefined
  jobEnd?: string | undefined
  onTheWay?: OnTheWay[] | undefined
}

/** The folds of who is on the way. Of each person the last that they said counts. */
export const onTheWayFolds = <S extends Visits>(): Folds<S, OnTheWayEvent> => ({
  OnTheWaySaid: (state, { data: { minutes, ...data }, actorId = '', happenedAt, version }) => {
    if (!state) return state
    const { jobBookingId, jobStart, jobEnd } = state
    const booked = jobBookingId === data.jobBookingId && jobStart && jobEnd ? { booked: { jobStart, jobEnd } } : {}
    const expected = minutes === undefined ? {} : { expectedAt: expectedAt(happenedAt, minutes) }
    const others = (state.onTheWay ?? []).filter(({ userId }) => userId !== actorId)
    const said = { ...data, userId: actorId, saidAt: happenedAt, ...expected, ...booked, said: version }
    return { ...state, onTheWay: [...others, said] }
  },
  OnTheWayWithdrawn: (state, { data }) =>
    state?.onTheWay ? { ...state, onTheWay: state.onTheWay.filter(({ onWayId }) => onWayId !== data.onWayId) } : state,
})

/** When somebody is expected who needs so many minutes from an instant. */
export const expectedAt = (from: string, minutes: number) => new Date(Date.parse(from) + minutes * 60_000).toISOString()

/** In milliseconds: who has not come so long after they were expected has forgotten to say so. */
const longestWay = 4 * 3_600_000

type Expecting = Visits & {
  jobStatus: string
  assignedTo: readonly string[]
  arrivals?: readonly Arrival[] | undefined
  noAccess?: readonly NoAccessRecord[] | undefined
  wereAssigned?: Readonly<Record<string, readonly string[]>> | undefined
}

/**
 * The people on the way to the visit as it is booked now. Nobody is any more once they have arrived or recorded no access, the visit
 * has been moved or given to somebody else, or the job is over.
 */
export function onTheWayNow(job: Expecting, now: string): OnTheWay[] {
  if (job.jobStatus === 'completed' || job.jobStatus === 'cancelled') return []
  return (job.onTheWay ?? []).filter((one) => isOfVisit(one, job) && !hasCome(one, job) && !isForgotten(one, now))
}

function isOfVisit({ userId, jobBookingId, booked }: OnTheWay, job: Expecting): boolean {
  const isSameTime = booked?.jobStart === job.jobStart && booked?.jobEnd === job.jobEnd
  const isTakenOff = !job.assignedTo.includes(userId) && (job.wereAssigned?.[jobBookingId]?.includes(userId) ?? false)
  return jobBookingId === job.jobBookingId && booked !== undefined && isSameTime && !isTakenOff
}

const hasCome = ({ userId, jobBookingId, said, saidAt }: OnTheWay, { arrivals = [], noAccess = [] }: Expecting) =>
  arrivals.some((one) => one.userId === userId && one.jobBookingId === jobBookingId && (one.versions[0] ?? 0) > said) ||
  noAccess.some(
    (one) =>
      one.userId === userId && one.jobBookingId === jobBookingId && Date.parse(one.happenedAt) >= Date.parse(saidAt),
  )

const isForgotten = ({ expectedAt: expected, saidAt }: OnTheWay, now: string) =>
  Date.parse(now) > Date.parse(expected ?? saidAt) + longestWay
