import { usualStart } from '#core/job/visit/visit-length.ts'
import { minutesOf } from '#core/time/time-of-day.ts'
import type { WallClock } from '#core/time/wall-clock.ts'
import { isWorkingDay } from '#core/time/working-days.ts'
import { lengthOf, type Stretch, uncovered } from './stretches.ts'

/** The hours within which a person without visits counts as free: 08:00 to 17:00, from Monday to Friday. */
export const workingHours: Stretch = { from: 8 * 60, to: 17 * 60 }

/** When somebody has no visit within {@link workingHours}, in minutes since midnight, and how long that is together. */
export type FreeTime = { free: Stretch[]; freeMinutes: number }

/** A person's free time on a day with these visits; none on a Saturday or Sunday. */
export function freeTime(visits: readonly Stretch[], day: string): FreeTime {
  const free = isWorkingDay(day) ? uncovered(workingHours, visits) : []
  return { free, freeMinutes: lengthOf(free) }
}

/** The first quarter of an hour of a day that is still to come; midnight on a later day. No quarter of a day that is over is to come. */
export function firstToCome(day: string, now: WallClock): number {
  if (day > now.day) return 0
  return day < now.day ? Number.POSITIVE_INFINITY : Math.ceil(minutesOf(now.time) / 15) * 15
}

/** What of a day's free time is still to come, from the next quarter of an hour; all of it on a later day. */
export function freeFrom(free: readonly Stretch[], day: string, now: WallClock): Stretch[] {
  const next = firstToCome(day, now)
  return free.filter(({ to }) => to > next).map(({ from, to }) => ({ from: Math.max(from, next), to }))
}

/** When a visit of this length best starts: in the first stretch long enough, else at the start of the longest one. */
export function bestStart(free: readonly Stretch[], minutes: number): number | undefined {
  const long = ({ from, to }: Stretch) => to - from
  const fits = free.find((one) => long(one) >= minutes)
  return (fits ?? free.toSorted((one, other) => long(other) - long(one))[0])?.from
}

/**
 * When a visit of this length starts on a day, in minutes since midnight: where the pointer was, else in free hours, else at the usual
 * time. Today only the hours still to come count; undefined once the last quarter of an hour has begun.
 */
export function startOn(
  { day, free, start: pointed }: { day: string; free: readonly Stretch[]; start?: number },
  minutes: number,
  now: WallClock,
): number | undefined {
  // A visit on a past day records work already done, so any hour of it will do.
  const from = day < now.day ? { day, time: '00:00' } : now
  const next = firstToCome(day, from)
  if (pointed !== undefined && pointed >= next) return pointed
  const start = bestStart(freeFrom(free, day, from), minutes) ?? Math.max(minutesOf(usualStart), next)
  return start < 24 * 60 ? start : undefined
}
