import * as z from 'zod/mini'
import { isOnSite } from '#core/job/visit/time-on-site.ts'
import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { inMilliseconds } from '#core/model/milliseconds.ts'
import { id, instant } from '#core/model/values.ts'

/** Who came to a job, and when nobody could get in. */
export const attendances = z.object({
  arrivals: z.optional(z.array(z.object({ arrivalId: id, jobBookingId: id, arrivedAt: instant }))),
  noAccess: z.optional(z.array(z.object({ jobBookingId: id, happenedAt: instant }))),
})
type Attendances = z.infer<typeof attendances>

export const attendanceEvents = ['ArrivedOnSite', 'ArrivalTimeChanged', 'ArrivalWithdrawn', 'NoAccessReported'] as const

/** A job after somebody came to it, or after that was changed. */
export function withAttendance<J extends Attendances>(job: J, { type, data, happenedAt }: FoldedEvent): J {
  const { arrivals = [], noAccess = [] } = job
  const at = inMilliseconds(happenedAt)
  switch (type) {
    case 'ArrivedOnSite':
      return { ...job, arrivals: [...arrivals, { ...data, arrivedAt: at }] }
    case 'ArrivalTimeChanged': {
      const { arrivalId, to } = data
      const arrivedAt = inMilliseconds(to)
      return { ...job, arrivals: arrivals.map((one) => (one.arrivalId === arrivalId ? { ...one, arrivedAt } : one)) }
    }
    case 'ArrivalWithdrawn':
      return { ...job, arrivals: arrivals.filter((one) => one.arrivalId !== data.arrivalId) }
    case 'NoAccessReported':
      return { ...job, noAccess: [...noAccess, { jobBookingId: data.jobBookingId, happenedAt: at }] }
    default:
      return job
  }
}

/** When somebody last came who was let in, up to an instant. */
export const lastAttendance = ({ arrivals = [], noAccess = [] }: Attendances, until: string): string | undefined =>
  arrivals
    .filter(({ jobBookingId, arrivedAt }) => {
      const isInVain = noAccess.some(
        (one) =>
          one.jobBookingId === jobBookingId &&
          one.happenedAt >= arrivedAt &&
          one.happenedAt <= until &&
          isOnSite({ arrivedAt }, one.happenedAt),
      )
      return arrivedAt <= until && !isInVain
    })
    .map((one) => one.arrivedAt)
    .toSorted()
    .at(-1)
