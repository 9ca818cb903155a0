import { addDays, type WallClock, wallClock } from '#core/time/wall-clock.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'

/** The hours the week's grid shows. */
export const firstHour = 6
export const lastHour = 21

/** The part of a visit on one day within the hours shown, and its lane among those it overlaps. */
export type VisitSegment = {
  id: string
  booking: BookedVisit
  day: string
  start: string
  end: string
  /** Whether it is a whole visit on one day, which can be dragged. */
  whole: boolean
  lane: number
  lanes: number
  /** How many lanes it spans, as those beside it are free at that time. */
  span: number
}

/** Visits of a day for which there is no lane left, from the first one's start to the last one's end. */
export type MoreVisits = { day: string; start: string; end: string; count: number }

/** How many visits stand side by side at most: in a seventh of a screen, a fourth would be a sliver. */
export const mostLanes = 3

/** A visit entirely outside the hours shown, on its first day of the week. */
export type Outside = { booking: BookedVisit; day: string }

/** An hour as a local time, '06:00'. */
export const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const opens = clock(firstHour)
const closes = clock(lastHour)

/** The seven days of a week. */
export const daysOf = (monday: string) => [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(monday, day))

/**
 * Lays a week's visits out on its grid, in the company's time zone. Where more than {@link mostLanes} overlap, the later ones
 * are only counted; a visit of the job `kept` always has a lane.
 */
export function layOutWeek(bookings: readonly BookedVisit[], monday: string, zone: string, kept?: string) {
  const days = daysOf(monday)
  const segments: VisitSegment[] = []
  const outside: Outside[] = []
  for (const booking of bookings) {
    const found = segmentsByDay(booking, days, zone)
    const shown = found.filter((one) => one.start < one.end)
    segments.push(...shown)
    if (found[0] && shown.length === 0) outside.push({ booking, day: found[0].day })
  }
  const laidOut = days.map((day) =>
    inLanes(
      segments.filter((one) => one.day === day),
      kept,
    ),
  )
  return {
    segments: laidOut.flatMap(({ placed }) => placed),
    more: laidOut.flatMap(({ more }) => more),
    outside,
  }
}

/** Visits by day, in order of their start; a visit over several days is listed under each. */
export function byDay(
  bookings: readonly BookedVisit[],
  days: readonly string[],
  zone: string,
): Map<string, BookedVisit[]> {
  const found = new Map<string, BookedVisit[]>(days.map((day) => [day, []]))
  for (const booking of bookings)
    for (const { day } of segmentsByDay(booking, days, zone)) found.get(day)?.push(booking)
  return found
}

function segmentsByDay(booking: BookedVisit, days: readonly string[], zone: string): VisitSegment[] {
  const first = shownAt(booking.jobStart, zone)
  const last = beforeMidnight(shownAt(booking.jobEnd, zone))
  const whole = first.day === last.day
  return days
    .filter((day) => first.day <= day && day <= last.day)
    .map((day) => {
      const start = day === first.day && first.time > opens ? first.time : opens
      const end = day === last.day && last.time < closes ? last.time : closes
      return {
        id: whole ? booking.jobId : `${booking.jobId} ${day}`,
        booking,
        day,
        start,
        end,
        whole,
        lane: 0,
        lanes: 1,
        span: 1,
      }
    })
}

/** A cache of local times: every move lays the week out again, and converting an instant is slow. */
const clocks = new Map<string, WallClock>()
const mostClocks = 5_000

function shownAt(instant: string, zone: string): WallClock {
  const key = `${zone} ${instant}`
  const shown = clocks.get(key) ?? wallClock(instant, zone)
  if (clocks.size >= mostClocks) clocks.clear()
  clocks.set(key, shown)
  return shown
}

/** Midnight as the end of the day before. */
const beforeMidnight = ({ day, time }: { day: string; time: string }) =>
  time === '00:00' ? { day: addDays(day, -1), time: '24:00' } : { day, time }

type Laid = { placed: VisitSegment[]; more: MoreVisits[] }

/** Puts overlapping visits in lanes of equal width; visits that only touch share a lane. */
function inLanes(segments: readonly VisitSegment[], kept: string | undefined): Laid {
  const sorted = segments.toSorted(
    (one, other) => one.start.localeCompare(other.start) || other.end.localeCompare(one.end),
  )
  const laid: Laid = { placed: [], more: [] }
  let group: VisitSegment[] = []
  let ends: string[] = []
  const close = () => {
    const { shown, more } = withinLanes(group, kept)
    const lanes = Math.min(ends.length, mostLanes)
    const sized = shown.map((one) => ({ ...one, lanes, span: spanOf(one, shown, lanes) }))
    laid.placed.push(...sized)
    laid.more.push(...more)
    group = []
    ends = []
  }
  for (const segment of sorted) {
    if (ends.every((end) => end <= segment.start)) close()
    const free = ends.findIndex((end) => end <= segment.start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = segment.end
    group.push({ ...segment, lane })
  }
  close()
  return laid
}

/** Which of a group of overlapping visits have a lane, and how many others there are at which hours. */
function withinLanes(group: readonly VisitSegment[], kept: string | undefined) {
  const last = mostLanes - 1
  // The kept visit takes the last lane, and those in its way there are counted instead.
  const pushing = group.find(({ booking, lane }) => booking.jobId === kept && lane > last)
  const isShown = (one: VisitSegment) =>
    one === pushing || (one.lane <= last && !(pushing && one.lane === last && overlap(one, pushing)))
  const shown = group.filter(isShown).map((one) => (one === pushing ? { ...one, lane: last } : one))
  const more: MoreVisits[] = []
  for (const { day, start, end } of group.filter((one) => !isShown(one))) {
    const before = more.at(-1)
    if (!before || before.end <= start) more.push({ day, start, end, count: 1 })
    else {
      before.count += 1
      if (before.end < end) before.end = end
    }
  }
  return { shown, more }
}

const overlap = (one: VisitSegment, other: VisitSegment) => one.start < other.end && other.start < one.end

function spanOf(segment: VisitSegment, group: readonly VisitSegment[], lanes: number): number {
  const neighbours = group.filter((one) => one.lane > segment.lane && overlap(one, segment))
  return Math.min(lanes, ...neighbours.map((one) => one.lane)) - segment.lane
}
