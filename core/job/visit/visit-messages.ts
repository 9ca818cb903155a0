import * as z from 'zod/mini'
import type { Message } from '#core/model/messages.ts'
import { givenInstant, id, instant, text } from '#core/model/values.ts'
import { doorAttempt, doorAttempts, noAccessReason, positionText } from './no-access.ts'

const arrival = z.strictObject({ arrivalId: id })
const changed = { to: instant, reason: text(500) }
/** `atDoorFrom` is when the person began to record it; the event's own time is when they gave up. */
const noAccess = {
  noAccessId: id,
  jobBookingId: id,
  why: noAccessReason,
  tried: z.array(doorAttempt).check(z.maxLength(doorAttempts.length)),
  tenantCalledAt: z.optional(instant),
  officeCalledAt: z.optional(instant),
  atDoorFrom: z.optional(instant),
  note: text(2_000),
  /** The photo of the door, which is sent after this. */
  imageId: id,
}

/** A person's time at a visit. When they arrived and left is the time of the event, unless it was changed since. */
export const visitEvents = {
  ArrivedOnSite: z.extend(arrival, { jobBookingId: id }),
  ArrivalTimeChanged: z.extend(arrival, { from: instant, ...changed }),
  ArrivalWithdrawn: z.extend(arrival, { arrivedAt: instant, leftAt: z.optional(instant) }),
  LeftSite: arrival,
  LeavingTimeChanged: z.extend(arrival, { from: z.optional(instant), ...changed }),
  LeavingWithdrawn: z.extend(arrival, { leftAt: instant }),
  NoAccessReported: z.strictObject({ ...noAccess, position: z.optional(text(60)) }),
}
export type VisitEvent = Message<typeof visitEvents>

const job = z.strictObject({ jobId: id })
const ofArrival = z.extend(job, { arrivalId: id })

export const visitCommands = {
  ArriveOnSite: z.extend(ofArrival, { jobBookingId: id }),
  LeaveSite: ofArrival,
  /** Also says when somebody left who did not tap Left. `from` holds the times that the person saw; see seen-values.ts. */
  ChangeTimeOnSite: z.extend(ofArrival, {
    arrivedAt: z.optional(givenInstant),
    leftAt: z.optional(givenInstant),
    reason: text(500),
    from: z.optional(z.strictObject({ arrivedAt: z.optional(instant), leftAt: z.optional(instant) })),
  }),
  WithdrawArrival: ofArrival,
  WithdrawLeaving: ofArrival,
  /** Sets the warning no access with it. */
  ReportNoAccess: z.extend(job, {
    ...noAccess,
    tenantCalledAt: z.optional(givenInstant),
    officeCalledAt: z.optional(givenInstant),
    atDoorFrom: z.optional(givenInstant),
    position: z.optional(z.string().check(z.maxLength(60), z.regex(positionText))),
  }),
}
