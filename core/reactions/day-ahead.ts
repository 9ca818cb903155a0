import { addDays, startOfDay, type WallClock, wallClock } from '#core/time/wall-clock.ts'
import type { VisitTime } from './changes.ts'

/** When people are told of their visits of the next day, by the company's clock. */
export const dayAheadTime = '17:00'

/** A day whose visits are told: from when until when that is news, and from when until when it lasts. */
export type DayAhead = { day: string; from: string; until: string; start: string; end: string }

/** The day whose visits are told at an instant; undefined while it is too early. At midnight it is too late. */
export function dayAheadAt(now: string, zone: string): DayAhead | undefined {
  const today = wallClock(now, zone)
  if (today.time < dayAheadTime) return undefined
  const day = addDays(today.day, 1)
  const start = firstOf(day, zone)
  return { day, from: evening(today, zone), until: start, start, end: firstOf(addDays(day, 1), zone) }
}

/** When people are told next after an instant. */
export function nextDayAhead(now: string, zone: string): string {
  const today = wallClock(now, zone)
  return evening(today.time < dayAheadTime ? today : { ...today, day: addDays(today.day, 1) }, zone)
}

/** No zone changes its clocks between an evening's hour and the midnight after it. */
function evening({ day }: WallClock, zone: string): string {
  const [hours = 0, minutes = 0] = dayAheadTime.split(':').map(Number)
  const left = (24 - hours) * 60 - minutes
  return new Date(Date.parse(firstOf(addDays(day, 1), zone)) - left * 60_000).toISOString()
}

function firstOf(day: string, zone: string): string {
  const start = startOfDay(day, zone)
  if (start === undefined) throw new RangeError(`There is no start of ${day}`)
  return start
}

type Visit = VisitTime & { assignedTo: readonly string[] }

/** What somebody is told of their visits of a day: how many, and the first; undefined if they have none. */
export function visitsAhead(visits: readonly Visit[], userId: string): { count: number; first: VisitTime } | undefined {
  const own = visits.filter(({ assignedTo }) => assignedTo.includes(userId))
  const [first] = own.toSorted((one, other) => Date.parse(one.jobStart) - Date.parse(other.jobStart))
  return first && { count: own.length, first: { jobStart: first.jobStart, jobEnd: first.jobEnd } }
}
