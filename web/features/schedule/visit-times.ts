import type { JobStatus } from '#core/job/values.ts'
import type { CalendarRow } from '#core/projections/calendar.ts'
import { addDays, instantAt, type WallClock, wallClock } from '#core/time/wall-clock.ts'

/** A visit's start and end, in UTC. */
export type VisitTimes = { jobStart: string; jobEnd: string }
/** A job with a booked visit. */
export type BookedVisit = CalendarRow & VisitTimes & { jobBookingId: string }

export const isBookedVisit = (row: CalendarRow): row is BookedVisit =>
  row.jobBookingId !== undefined && row.jobStart !== undefined && row.jobEnd !== undefined

/** The first instant of a day: midnight, or the next time that exists where the clocks go forward at midnight. */
export function startOfDay(day: string, zone: string): string {
  const first = ['00:00', '00:30', '01:00']
    .map((time) => instantAt({ day, time }, zone))
    .find((one) => one !== undefined)
  return first ?? `${day}T00:00:00.000Z`
}

/** From the start of a day to the start of the day `days` later. */
export const daysFrom = (day: string, days: number, zone: string) => ({
  from: startOfDay(day, zone),
  to: startOfDay(addDays(day, days), zone),
})

/**
 * A visit with its ends moved by minutes of local time, across changes of the clocks. An end that is not moved keeps its
 * instant. Undefined if the new time does not exist, as when the clocks go forward.
 */
export function moved(times: VisitTimes, by: { start: number; end: number }, zone: string): VisitTimes | undefined {
  const later = (instant: string, minutes: number) =>
    minutes === 0 ? instant : instantAt(shifted(wallClock(instant, zone), minutes), zone)
  const jobStart = later(times.jobStart, by.start)
  const jobEnd = later(times.jobEnd, by.end)
  if (!jobStart || !jobEnd || Date.parse(jobEnd) <= Date.parse(jobStart)) return undefined
  return { jobStart, jobEnd }
}

/** The minutes between two local times. */
export const minutesBetween = (one: WallClock, other: WallClock) => minutesOf(other) - minutesOf(one)

/** A local time some minutes later. */
export function shifted(wall: WallClock, minutes: number): WallClock {
  const at = new Date((minutesOf(wall) + minutes) * 60_000).toISOString()
  return { day: at.slice(0, 10), time: at.slice(11, 16) }
}

/** A visit's length in hours. */
export const hoursOf = ({ jobStart, jobEnd }: VisitTimes) => (Date.parse(jobEnd) - Date.parse(jobStart)) / 3_600_000

/** Minutes of local time, as if the clocks never changed. */
const minutesOf = ({ day, time }: WallClock) => Date.parse(`${day}T${time}:00Z`) / 60_000

/** What an undo adds to a booking, for the job to have the status again that it had with it. A completed job is not booked. */
export const withStatus = (jobStatus: JobStatus) =>
  jobStatus === 'booked' || jobStatus === 'completed' ? {} : { statusBefore: jobStatus }
