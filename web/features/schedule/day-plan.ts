import { minutesOf } from '#core/time/time-of-day.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import type { BookedVisit } from './visit-times.ts'

/** Part of a day, in minutes since midnight in the company's time zone. */
export type MinuteRange = { from: number; to: number }
export type PlannedVisit = MinuteRange & { jobId: string; jobRef: string; apartmentName: string; clashes: boolean }

/** The part of a day between two instants; undefined if there is none. */
export function minutesOnDay(day: string, start: string, end: string, zone: string): MinuteRange | undefined {
  const minute = (instant: string) => {
    const clock = wallClock(instant, zone)
    return clock.day < day ? 0 : clock.day > day ? 24 * 60 : minutesOf(clock.time)
  }
  const stretch = { from: minute(start), to: minute(end) }
  return stretch.from < stretch.to ? stretch : undefined
}

/** A person's other visits on a day; those that overlap `wanted`, the visit being booked, clash with it. */
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
