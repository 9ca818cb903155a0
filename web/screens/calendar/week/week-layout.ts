import { addDays, type WallClock, wallClock } from '#core/time/wall-clock.ts'
import type { Booking } from '#web/features/schedule/visit-times.ts'

/** The hours that the week's grid shows. */
export const firstHour = 6
export const lastHour = 21

/** The part of a visit that lies on one day within the hours shown, and where it stands beside those it overlaps. */
export type Piece = {
  id: string
  booking: Booking
  day: string
  start: string
  end: string
  /** Whether it is the whole of a visit of one day, which can be dragged. */
  whole: boolean
  lane: number
  lanes: number
  /** Over how many lanes it reaches, as none of those beside it has a visit meanwhile. */
  span: number
}

/** A visit of which no part lies within the hours shown, on its first day of the week. */
export type Outside = { booking: Booking; day: string }

/** An hour as a time on the wall. */
export const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const opens = clock(firstHour)
const closes = clock(lastHour)

/** The seven days of a week. */
export const daysOf = (monday: string) => [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(monday, day))

/** How a week's visits lie on its grid, by the company's clocks. */
export function piecesOf(bookings: readonly Booking[], monday: string, zone: string) {
  const days = daysOf(monday)
  const pieces: Piece[] = []
  const outside: Outside[] = []
  for (const booking of bookings) {
    const found = onDays(booking, days, zone)
    const shown = found.filter((one) => one.start < one.end)
    pieces.push(...shown)
    if (found[0] && shown.length === 0) outside.push({ booking, day: found[0].day })
  }
  return { pieces: days.flatMap((day) => besideEachOther(pieces.filter((one) => one.day === day))), outside }
}

/** Visits in the order of their start, split by day; those of several days stand under each. */
export function byDay(bookings: readonly Booking[], days: readonly string[], zone: string): Map<string, Booking[]> {
  const found = new Map<string, Booking[]>(days.map((day) => [day, []]))
  for (const booking of bookings) for (const { day } of onDays(booking, days, zone)) found.get(day)?.push(booking)
  return found
}

function onDays(booking: Booking, days: readonly string[], zone: string): Piece[] {
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

/** What was asked for lately: a week is laid out anew for every visit that moves, and reading a clock is slow. */
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

/** Gives visits that overlap lanes of equal width; those that only touch share one. */
function besideEachOther(pieces: readonly Piece[]): Piece[] {
  const sorted = pieces.toSorted(
    (one, other) => one.start.localeCompare(other.start) || other.end.localeCompare(one.end),
  )
  const placed: Piece[] = []
  let group: Piece[] = []
  let ends: string[] = []
  const close = () => {
    placed.push(...group.map((piece) => ({ ...piece, lanes: ends.length, span: spanOf(piece, group, ends.length) })))
    group = []
    ends = []
  }
  for (const piece of sorted) {
    if (ends.every((end) => end <= piece.start)) close()
    const free = ends.findIndex((end) => end <= piece.start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = piece.end
    group.push({ ...piece, lane })
  }
  close()
  return placed
}

function spanOf({ lane, start, end }: Piece, group: readonly Piece[], lanes: number): number {
  const beside = group.filter((one) => one.lane > lane && one.start < end && start < one.end)
  return Math.min(lanes, ...beside.map((one) => one.lane)) - lane
}
