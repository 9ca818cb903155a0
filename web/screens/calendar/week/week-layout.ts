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

/** A visit entirely outside the hours shown, on its first day of the week. */
export type Outside = { booking: BookedVisit; day: string }

/** An hour as a local time, '06:00'. */
export const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const opens = clock(firstHour)
const closes = clock(lastHour)

/** The seven days of a week. */
export const daysOf = (monday: string) => [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(monday, day))

/** Lays a week's visits out on its grid, in the company's time zone. */
export function layOutWeek(bookings: readonly BookedVisit[], monday: string, zone: string) {
  const days = daysOf(monday)
  const segments: VisitSegment[] = []
  const outside: Outside[] = []
  for (const booking of bookings) {
    const found = segmentsByDay(booking, days, zone)
    const shown = found.filter((one) => one.start < one.end)
    segments.push(...shown)
    if (found[0] && shown.length === 0) outside.push({ booking, day: found[0].day })
  }
  return { segments: days.flatMap((day) => inLanes(segments.filter((one) => one.day === day))), outside }
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

/** Puts overlapping visits in lanes of equal width; visits that only touch share a lane. */
function inLanes(segments: readonly VisitSegment[]): VisitSegment[] {
  const sorted = segments.toSorted(
    (one, other) => one.start.localeCompare(other.start) || other.end.localeCompare(one.end),
  )
  const placed: VisitSegment[] = []
  let group: VisitSegment[] = []
  let ends: string[] = []
  const close = () => {
    placed.push(
      ...group.map((segment) => ({ ...segment, lanes: ends.length, span: spanOf(segment, group, ends.length) })),
    )
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
  return placed
}

function spanOf({ lane, start, end }: VisitSegment, group: readonly VisitSegment[], lanes: number): number {
  const neighbours = group.filter((one) => one.lane > lane && one.start < end && start < one.end)
  return Math.min(lanes, ...neighbours.map((one) => one.lane)) - lane
}
