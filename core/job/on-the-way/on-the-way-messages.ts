import * as z from 'zod/mini'
import type { Message } from '#core/model/messages.ts'
import { id } from '#core/model/values.ts'

/** The rough times that somebody can say they need to a visit, in minutes. */
export const minutesAway = [15, 30, 45] as const
export type MinutesAway = (typeof minutesAway)[number]

const way = z.strictObject({ onWayId: id })

/** A person says that they have set off for a visit, at the time of the event, and roughly how long they need. */
export const onTheWayEvents = {
  OnTheWaySaid: z.extend(way, { jobBookingId: id, minutes: z.optional(z.int()) }),
  OnTheWayWithdrawn: way,
}
export type OnTheWayEvent = Message<typeof onTheWayEvents>

const ofJob = z.extend(way, { jobId: id })

export const onTheWayCommands = {
  SayOnTheWay: z.extend(ofJob, { jobBookingId: id, minutes: z.optional(z.literal([...minutesAway])) }),
  WithdrawOnTheWay: ofJob,
}
export type OnTheWayCommand = Message<typeof onTheWayCommands>
