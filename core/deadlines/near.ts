import { addDays, instantAt, startOfDay, wallClock } from '#core/time/wall-clock.ts'
import { type DayCount, isCounted } from './counting.ts'
import { isEndOfDay } from './standing.ts'

/** When a deadline of days is called near, by the company's clock. */
export const nearTime = '07:00'
/** In milliseconds: how long before its end one of hours is. */
export const nearHours = 4 * 3_600_000
/** In milliseconds: no deadline is called near longer before it is due, whatever weekends and bank holidays lie between. */
export const nearestAhead = 14 * 86_400_000

type Clock = { startedAt: string; due: string }

/**
 * When a deadline is near, by its own units: one that ends with a day from the morning of the last working day before, or of that day if it
 * began later; one of hours four hours before, or halfway if there are fewer than eight. Undefined if it began on the day that it ends.
 */
export function nearAt({ startedAt, due }: Clock, { zone, holidays }: DayCount): string | undefined {
  const [started, end] = [Date.parse(startedAt), Date.parse(due)]
  if (!isEndOfDay(due, zone)) return new Date(end - Math.min(nearHours, (end - started) / 2)).toISOString()
  const last = wallClock(due, zone).day
  let before = addDays(last, -1)
  while (!isCounted(before, holidays)) before = addDays(before, -1)
  return [before, last].map((day) => morningOf(day, zone)).find((morning) => Date.parse(morning) > started)
}

function morningOf(day: string, zone: string): string {
  const morning = instantAt({ day, time: nearTime }, zone) ?? startOfDay(day, zone)
  if (morning === undefined) throw new RangeError(`There is no morning of ${day}`)
  return morning
}
