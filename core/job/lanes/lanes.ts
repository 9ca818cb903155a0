import type { Booked } from '#core/job/overlaps/overlap.ts'
import { addDays, startOfDay, wallClock } from '#core/time/wall-clock.ts'
import { type FreeTime, freeTime } from './free-time.ts'
import { doubledMinutes } from './stretches.ts'
import { type TravelGap, travelGaps } from './travel-gaps.ts'

/** The part of a visit on one day: minutes since midnight in the company's time zone, and its length as a clock measures it. */
export type DayVisit<Visit extends Booked> = {
  visit: Visit
  from: number
  to: number
  minutes: number
  /** Whether the person has another visit at that time. */
  clashes: boolean
}

/** One person's visits of one day, in order of their start. `minutes` counts each visit in full, also where two overlap. */
export type LaneDay<Visit extends Booked> = FreeTime & {
  day: string
  visits: DayVisit<Visit>[]
  minutes: number
  gaps: TravelGap<Visit>[]
}

/** The visits of one person, or of nobody; those of two people stand in both lanes. */
export type Lane<Visit extends Booked> = {
  userId: string | undefined
  days: LaneDay<Visit>[]
  visits: number
  minutes: number
  freeMinutes: number
  /** How long the person would have to be in two places. */
  clashMinutes: number
}

/**
 * A lane for each of these people, in their order, then for everyone else who has a visit on these days, and last the
 * visits of nobody, which never clash and have no free time. `days` follow one another.
 */
export function lanesOf<Visit extends Booked>(
  visits: readonly Visit[],
  people: readonly string[],
  days: readonly string[],
  zone: string,
): Lane<Visit>[] {
  const bounds = days.map((day) => ({ day, ...boundsOf(day, zone) }))
  const [first, last] = [bounds[0], bounds.at(-1)]
  const here = visits
    .map((visit) => ({ visit, start: Date.parse(visit.jobStart), end: Date.parse(visit.jobEnd) }))
    .filter(({ start, end }) => first && last && start < last.end && end > first.start)
    .sort((one, other) => one.start - other.start || other.end - one.end)
  const byPerson = new Map<string | undefined, Timed<Visit>[]>(people.map((userId) => [userId, []]))
  const nobodys: Timed<Visit>[] = []
  for (const one of here) {
    if (one.visit.assignedTo.length === 0) nobodys.push(one)
    for (const userId of new Set(one.visit.assignedTo)) {
      const lane = byPerson.get(userId)
      if (lane) lane.push(one)
      else byPerson.set(userId, [one])
    }
  }
  const shownAt = clockIn(zone)
  return [...byPerson, [undefined, nobodys] as const].map(([userId, own]) => {
    const laid = bounds.map((day) => laneDay(own, day, userId !== undefined, shownAt))
    const doubled = userId === undefined ? 0 : doubledMinutes(own.map((one) => inMinutes(one, first, last)))
    return {
      userId,
      days: laid,
      visits: own.length,
      minutes: sum(laid.map(({ minutes }) => minutes)),
      freeMinutes: sum(laid.map(({ freeMinutes }) => freeMinutes)),
      clashMinutes: doubled,
    }
  })
}

type Timed<Visit extends Booked> = { visit: Visit; start: number; end: number }
type Bounds = { start: number; end: number }

function boundsOf(day: string, zone: string): Bounds {
  const at = (one: string) => Date.parse(startOfDay(one, zone) ?? `${one}T00:00:00.000Z`)
  return { start: at(day), end: at(addDays(day, 1)) }
}

/** The part of a visit between the first day's start and the last one's end, in minutes of time. */
function inMinutes({ start, end }: Bounds, first: Bounds | undefined, last: Bounds | undefined) {
  return {
    from: Math.max(start, first?.start ?? start) / 60_000,
    to: Math.min(end, last?.end ?? end) / 60_000,
  }
}

function laneDay<Visit extends Booked>(
  own: readonly Timed<Visit>[],
  { day, ...bounds }: Bounds & { day: string },
  isPersons: boolean,
  shownAt: (time: number) => number,
): LaneDay<Visit> {
  const visits = own
    .filter(({ start, end }) => start < bounds.end && end > bounds.start)
    .map((one): DayVisit<Visit> => {
      const [start, end] = [Math.max(one.start, bounds.start), Math.min(one.end, bounds.end)]
      const from = one.start <= bounds.start ? 0 : shownAt(one.start)
      const to = one.end >= bounds.end ? 24 * 60 : shownAt(one.end)
      return {
        visit: one.visit,
        from,
        // When the clocks go back, a visit may end at an earlier time of day than it starts.
        to: Math.max(from, to),
        minutes: (end - start) / 60_000,
        clashes: isPersons && own.some((other) => other !== one && other.start < end && other.end > start),
      }
    })
  return {
    day,
    visits,
    minutes: sum(visits.map(({ minutes }) => minutes)),
    ...(isPersons ? freeTime(visits, day) : { free: [], freeMinutes: 0 }),
    gaps: isPersons ? travelGaps(visits) : [],
  }
}

/** Minutes since midnight at an instant; a visit of two people is looked up once. */
function clockIn(zone: string) {
  const known = new Map<number, number>()
  return (time: number) => {
    const before = known.get(time)
    if (before !== undefined) return before
    const [hours = 0, minutes = 0] = wallClock(new Date(time).toISOString(), zone).time.split(':').map(Number)
    known.set(time, hours * 60 + minutes)
    return hours * 60 + minutes
  }
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
