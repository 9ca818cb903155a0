import type { VisitNow } from '#core/job/visit/visit-now.ts'
import type { CalendarRow } from '#core/projections/calendar.ts'
import { closedStatuses } from '#core/projections/dashboard.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { type BookedVisit, isBookedVisit } from '#web/features/schedule/visit-times.ts'

/** A person's visits of a day, by time. */
export type DayVisits = { day: string; visits: readonly BookedVisit[] }

/** A person's visits of today, and those of the next day that has any. Days are those of the time zone. */
export function dayVisits(
  bookings: readonly CalendarRow[],
  { userId, zone, today }: { userId: string; zone: string; today: string },
): { today: DayVisits; next: DayVisits | undefined } {
  const mine = bookings
    .filter(isBookedVisit)
    .filter(({ assignedTo }) => assignedTo.includes(userId))
    .sort((one, other) => Date.parse(one.jobStart) - Date.parse(other.jobStart))
  const startOf = ({ jobStart }: BookedVisit) => wallClock(jobStart, zone).day
  // A visit that started yesterday and ends today is of today too.
  const lastDayOf = ({ jobEnd }: BookedVisit) => wallClock(before(jobEnd), zone).day
  const ofToday = mine.filter((visit) => startOf(visit) <= today && lastDayOf(visit) >= today)
  const nextDay = mine.map(startOf).find((day) => day > today)
  const next = nextDay ? { day: nextDay, visits: mine.filter((visit) => startOf(visit) === nextDay) } : undefined
  return { today: { day: today, visits: ofToday }, next }
}

/** Whether a visit's job needs nobody any more. */
export const isDone = ({ jobStatus }: Pick<CalendarRow, 'jobStatus'>) => closedStatuses.some((one) => one === jobStatus)

/** Whether a visit of today is over for its person, so that it takes one row: they have left, or were not let in. */
export const isFolded = (visit: Pick<CalendarRow, 'jobStatus'>, now: VisitNow | undefined) =>
  now?.is !== 'on site' && (isDone(visit) || now?.is === 'left' || now?.is === 'no access')

/** A length of time, '4 h 20 min'. */
export function lengthOf(visits: readonly Pick<BookedVisit, 'jobStart' | 'jobEnd'>[]): string {
  const milliseconds = visits.reduce((sum, one) => sum + Date.parse(one.jobEnd) - Date.parse(one.jobStart), 0)
  const minutes = Math.round(milliseconds / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ') || '0 min'
}

/** A visit that ends at midnight ends on the day before. */
const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()
