import { wallClock } from '#core/time/wall-clock.ts'
import type { Arrival } from './time-on-site.ts'

type Booking = { jobBookingId?: string | undefined; jobStart?: string | undefined; jobEnd?: string | undefined }

/**
 * The arrivals at a booking as it stands. A booking keeps its id when it is moved, so what was recorded under other times counts
 * only if it was on the booking's days, in the company's time zone.
 */
export function atBooking(
  { jobBookingId, jobStart, jobEnd }: Booking,
  arrivals: readonly Arrival[],
  zone: string,
): Arrival[] {
  if (!jobStart || !jobEnd) return []
  const dayOf = (instant: string) => wallClock(instant, zone).day
  const [first, last] = [dayOf(jobStart), dayOf(jobEnd)]
  const isOnItsDays = (day: string) => first <= day && day <= last
  return arrivals.filter(
    ({ arrivedAt, booked, ...one }) =>
      one.jobBookingId === jobBookingId &&
      ((booked?.jobStart === jobStart && booked.jobEnd === jobEnd) || isOnItsDays(dayOf(arrivedAt))),
  )
}
