import * as z from 'zod/mini'
import type { Folds } from '#core/model/messages.ts'
import { id, instant, text } from '#core/model/values.ts'
import { type VisitEvent, visitEvents } from './visit-messages.ts'

const booked = z.object({ jobStart: instant, jobEnd: instant })

/** A person's arrival at a visit and, once they have left, when. */
export const arrival = z.object({
  arrivalId: id,
  jobBookingId: id,
  userId: z.string(),
  arrivedAt: instant,
  leftAt: z.optional(instant),
  /** When the server learned of the arrival. */
  recordedAt: instant,
  /** Why a time was changed; the latest reason. */
  changed: z.optional(text(500)),
  /** The visit's times as booked then. */
  booked: z.optional(booked),
  /** The versions of the events that recorded it. */
  versions: z.array(z.int()),
})
export type Arrival = z.infer<typeof arrival>

/** A visit at which nobody could get in. It never changes. */
export const noAccessRecord = z.extend(visitEvents.NoAccessReported, {
  userId: z.string(),
  happenedAt: instant,
  recordedAt: instant,
  booked: z.optional(booked),
})
export type NoAccessRecord = z.infer<typeof noAccessRecord>

/** What a job's document says of its visits; all missing until something was recorded. */
export const timeOnSite = {
  arrivals: z.optional(z.array(arrival)),
  noAccess: z.optional(z.array(noAccessRecord)),
  /** Everyone who was ever assigned to each booking, as what they record offline counts also after the booking was changed. */
  wereAssigned: z.optional(z.record(z.string(), z.array(id))),
}
type Visits = {
  jobBookingId?: string | undefined
  jobStart?: string | undefined
  jobEnd?: string | undefined
  arrivals?: Arrival[] | undefined
  noAccess?: NoAccessRecord[] | undefined
  wereAssigned?: Record<string, string[]> | undefined
}

/** The folds of the events of visits into a document that holds {@link timeOnSite}. */
export const visitFolds = <S extends Visits>(): Folds<S, VisitEvent> => ({
  ArrivedOnSite: (state, event) =>
    state && {
      ...state,
      arrivals: [
        ...(state.arrivals ?? []),
        {
          ...event.data,
          userId: event.actorId ?? '',
          arrivedAt: event.happenedAt,
          recordedAt: event.recordedAt,
          ...bookedFor(state, event.data.jobBookingId),
          versions: [event.version],
        },
      ],
    },
  LeftSite: (state, event) => changed(state, event, (one) => ({ ...one, leftAt: event.happenedAt })),
  ArrivalTimeChanged: (state, event) =>
    changed(state, event, (one) => ({ ...one, arrivedAt: event.data.to, changed: event.data.reason })),
  LeavingTimeChanged: (state, event) =>
    changed(state, event, (one) => ({ ...one, leftAt: event.data.to, changed: event.data.reason })),
  LeavingWithdrawn: (state, event) => changed(state, event, ({ leftAt: _, ...one }) => one),
  ArrivalWithdrawn: (state, { data }) =>
    state?.arrivals ? { ...state, arrivals: state.arrivals.filter((one) => one.arrivalId !== data.arrivalId) } : state,
  NoAccessReported: (state, { data, actorId = '', happenedAt, recordedAt }) =>
    state && {
      ...state,
      noAccess: [
        ...(state.noAccess ?? []),
        { ...data, userId: actorId, happenedAt, recordedAt, ...bookedFor(state, data.jobBookingId) },
      ],
    },
})

/** An arrival without Left counts as a forgotten one after this time, in milliseconds. */
const longestStay = 16 * 3_600_000

/** Whether somebody who arrived is still there, as far as is known. */
export const isOnSite = ({ arrivedAt, leftAt }: Pick<Arrival, 'arrivedAt' | 'leftAt'>, now: string) =>
  leftAt === undefined && Date.parse(now) - Date.parse(arrivedAt) < longestStay

/** Where a person is now: the arrival at this job that they have not left. */
export const arrivalNow = (
  { arrivals = [] }: { arrivals?: readonly Arrival[] | undefined },
  userId: string,
  now: string,
): Arrival | undefined => arrivals.findLast((one) => one.userId === userId && isOnSite(one, now))

/** How long somebody was on site, in milliseconds; until `now` if they have not left. A clock set back gives no time. */
export const lengthOfStay = ({ arrivedAt, leftAt }: Pick<Arrival, 'arrivedAt' | 'leftAt'>, now: string) =>
  Math.max(0, Date.parse(leftAt ?? now) - Date.parse(arrivedAt))

/** Who was ever assigned to each booking, with those of one more booking. */
export function assignedSoFar(
  before: Record<string, string[]> = {},
  { jobBookingId, assignedTo }: { jobBookingId: string; assignedTo: readonly string[] },
): Record<string, string[]> {
  return { ...before, [jobBookingId]: [...new Set([...(before[jobBookingId] ?? []), ...assignedTo])] }
}

/** The state with one arrival changed by an event. */
function changed<S extends Visits>(
  state: S | undefined,
  { data: { arrivalId }, version }: { data: { arrivalId: string }; version: number },
  change: (one: Arrival) => Arrival,
): S | undefined {
  if (!state?.arrivals) return state
  const arrivals = state.arrivals.map((one) =>
    one.arrivalId === arrivalId ? { ...change(one), versions: [...one.versions, version] } : one,
  )
  return { ...state, arrivals }
}

const bookedFor = ({ jobBookingId, jobStart, jobEnd }: Visits, wanted: string) =>
  jobBookingId === wanted && jobStart && jobEnd ? { booked: { jobStart, jobEnd } } : {}
