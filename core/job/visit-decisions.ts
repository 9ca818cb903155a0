import { isOffice } from '#core/model/access.ts'
import type { Decisions } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import {
  atVisit,
  isInstant,
  type JobContext,
  type JobFacts,
  type Outcome,
  statusByWarning,
  warningChange,
} from './decision-rules.ts'
import type { Job } from './job.ts'
import type { JobCommand, JobEvent } from './messages.ts'
import { type Arrival, arrivalNow } from './visit/time-on-site.ts'

type VisitCommandType =
  | 'ArriveOnSite'
  | 'LeaveSite'
  | 'ChangeTimeOnSite'
  | 'WithdrawArrival'
  | 'WithdrawLeaving'
  | 'ReportNoAccess'

/** The decisions on who was at a visit and when, and on a visit at which nobody could get in. */
export const visitDecisions: Pick<Decisions<Job, JobCommand, JobEvent, JobFacts>, VisitCommandType> = {
  ArriveOnSite: (state, { jobBookingId, arrivalId }, context) =>
    atVisit(state, jobBookingId, context, (job) => {
      const isKnown = job.arrivals?.some((one) => one.arrivalId === arrivalId)
      const there = arrivalNow(job, context.actorId, context.at)
      // A second tap, also on a second phone, is the same arrival.
      if (isKnown || there?.jobBookingId === jobBookingId) return []
      return [{ type: 'ArrivedOnSite', data: { arrivalId, jobBookingId } }]
    }),
  LeaveSite: (state, { arrivalId }, context) => {
    const there = state && arrivalNow(state, context.actorId, context.at)
    // The arrival of a second tap was not recorded: the first one is meant.
    const meant = state?.arrivals?.some((one) => one.arrivalId === arrivalId) ? arrivalId : (there?.arrivalId ?? '')
    return ofArrival(state, meant, context, (_, one) =>
      one.leftAt === undefined ? [{ type: 'LeftSite', data: { arrivalId: one.arrivalId } }] : [],
    )
  },
  ChangeTimeOnSite: (state, { arrivalId, reason, ...wanted }, context) =>
    ofArrival(state, arrivalId, context, (_, one) => {
      if (!reason.trim()) return refuse('reason-required', {}, 'reason')
      const { arrivedAt = one.arrivedAt, leftAt = one.leftAt } = wanted
      const now = Date.parse(context.facts.now ?? context.at)
      if (Date.parse(arrivedAt) > now) return refuse('time-ahead', {}, 'arrivedAt')
      if (leftAt && Date.parse(leftAt) > now) return refuse('time-ahead', {}, 'leftAt')
      if (leftAt && Date.parse(leftAt) <= Date.parse(arrivedAt)) return refuse('left-before-arrived', {}, 'leftAt')
      const why = { arrivalId, reason: reason.trim() }
      return [
        ...(isInstant(one.arrivedAt, arrivedAt)
          ? []
          : [{ type: 'ArrivalTimeChanged', data: { ...why, from: one.arrivedAt, to: arrivedAt } } as const]),
        ...(leftAt === undefined || isInstant(one.leftAt, leftAt) ? [] : [leavingChanged(why, one, leftAt)]),
      ]
    }),
  WithdrawArrival: (state, { arrivalId }, context) =>
    ofArrival(state, arrivalId, context, (_, { arrivedAt, leftAt }) => [
      { type: 'ArrivalWithdrawn', data: { arrivalId, arrivedAt, ...(leftAt === undefined ? {} : { leftAt }) } },
    ]),
  WithdrawLeaving: (state, { arrivalId }, context) =>
    ofArrival(state, arrivalId, context, (job, { leftAt, userId }) => {
      if (leftAt === undefined) return []
      if (arrivalNow(job, userId, context.at)) return refuse('on-site-again')
      return [{ type: 'LeavingWithdrawn', data: { arrivalId, leftAt } }]
    }),
  ReportNoAccess: (state, { jobId: _, atDoorFrom, tenantCalledAt, officeCalledAt, ...data }, context) =>
    atVisit(state, data.jobBookingId, context, (job) => {
      if (job.noAccess?.some((one) => one.noAccessId === data.noAccessId)) return []
      const tried = [...new Set(data.tried)]
      return [
        {
          type: 'NoAccessReported',
          data: {
            ...data,
            tried,
            note: data.note.trim(),
            ...atTheDoor('atDoorFrom', atDoorFrom, context),
            ...(tried.includes('called the tenant') ? atTheDoor('tenantCalledAt', tenantCalledAt, context) : {}),
            ...(tried.includes('called the office') ? atTheDoor('officeCalledAt', officeCalledAt, context) : {}),
          },
        },
        ...(hasMovedOn(job, data, context)
          ? []
          : [...warningChange(job, 'no access'), ...statusByWarning(job, 'no access')]),
      ]
    }),
}

/** Runs a decision on an arrival that its person may make, and the office. */
function ofArrival(
  job: Job | undefined,
  arrivalId: string,
  { actorId, actorRole }: JobContext,
  decide: (job: Job, arrival: Arrival) => Outcome,
): Outcome {
  if (!job) return refuse('job-not-found')
  const one = job.arrivals?.find((arrival) => arrival.arrivalId === arrivalId)
  if (!one) return refuse('arrival-not-found')
  return isOffice(actorRole) || one.userId === actorId ? decide(job, one) : refuse('not-your-arrival')
}

const leavingChanged = (
  why: { arrivalId: string; reason: string },
  { leftAt: from }: Arrival,
  to: string,
): JobEvent => ({ type: 'LeavingTimeChanged', data: { ...why, ...(from === undefined ? {} : { from }), to } })

/** The longest that somebody tries at a door, in milliseconds. */
const longestTry = 12 * 3_600_000

/**
 * Whether a job has gone on since somebody stood at its door: a report that was given without a network may come hours late, when
 * colleagues have done the work or the office has booked another visit.
 */
function hasMovedOn(
  { jobStatus, jobBookingId, jobStart = '' }: Job,
  visit: { jobBookingId: string },
  { at }: JobContext,
): boolean {
  if (jobStatus === 'completed' || jobStatus === 'cancelled') return true
  if (jobBookingId === undefined) return false
  return jobBookingId !== visit.jobBookingId || Date.parse(jobStart) - Date.parse(at) > longestTry
}

/** A time at the door by the device's clock, which is left out if it does not fit the time of the command. */
function atTheDoor<F extends 'atDoorFrom' | 'tenantCalledAt' | 'officeCalledAt'>(
  field: F,
  instant: string | undefined,
  { at }: JobContext,
): Partial<Record<F, string>> {
  const before = instant === undefined ? Number.NaN : Date.parse(at) - Date.parse(instant)
  const fits: Partial<Record<F, string>> = {}
  if (before >= 0 && before < longestTry) fits[field] = instant
  return fits
}
