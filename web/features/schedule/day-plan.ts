import { wallClock } from '#core/time/wall-clock.ts'
import { minutesOf } from './typed-time.ts'
import type { BookedVisit } from './visit-times.ts'

/** A stretch of one day, in minutes since midnight on the company's clock. */
export type MinuteRange = { from: number; to: number }
export type PlannedVisit = MinuteRange & { jobId: string; jobRef: string; apartmentName: string; clashes: boolean }

/** What part of a day lies between two instants; undefined where none does. */
export function minutesOnDay(day: string, start: string, end: string, zone: string): MinuteRange | undefined {
  const minute = (instant: string) => {
    const clock = wallClock(instant, zone)
    return clock.day < day ? 0 : clock.day > day ? 24 * 60 : minutesOf(clock.time)
  }
  const stretch = { from: minute(start), to: minute(end) }
  return stretch.from < stretch.to ? stretch : undefined
}

/** A person's visits of a day, but for that of the job being booked; those at the same time as `wanted` clash with it. */
export function visitsOnDay(
  userId: string,
  bookings: readonly BookedVisit[],
  { jobId, day, zone, wanted }: { jobId: string; day: string; zone: string; wanted: MinuteRange | undefined },
): PlannedVisit[] {
  return bookings
    .filter((one) => one.jobId !== jobId && one.assignedTo.includes(userId))
    .flatMap(({ jobId, jobRef, apartmentName, jobStart, jobEnd }) => {
      const stretch = minutesOnDay(day, jobStart, jobEnd, zone)
      if (!stretch) return []
      const clashes = wanted !== undefined && stretch.from < wanted.to && stretch.to > wanted.from
      return [{ ...stretch, jobId, jobRef, apartmentName, clashes }]
    })
}

/** The hours that a plan shows: the working day, and more where a visit reaches beyond it. */
export function hoursShown(stretches: readonly MinuteRange[]): MinuteRange {
  const first = Math.min(7, ...stretches.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(19, ...stretches.map(({ to }) => Math.ceil(to / 60)))
  return { from: first, to: last }
}
