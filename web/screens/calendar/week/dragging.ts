import { minutesBetween } from '#web/features/schedule/visit-times.ts'
import { daysOf, firstHour, lastHour, type VisitSegment } from './week-layout.ts'

/** The part of a visit that is dragged. */
export type Grip = 'whole' | 'start' | 'end'

/** A point on the week's grid: across its seven days and down its hours, each from 0 to 1. */
export type Spot = { across: number; down: number }

/** Where a dragged visit would be, and by how many minutes its ends would move. */
export type Dragged = { day: string; start: number; end: number; by: { start: number; end: number } }

const step = 15
const day = 24 * 60
const opens = firstHour * 60
const closes = lastHour * 60

/** Minutes since midnight of a local time. */
export const minuteOf = (time: string) => minutesBetween(midnight, { ...midnight, time })
const midnight = { day: '2027-01-01', time: '00:00' }

/**
 * A visit dragged from one point to another: in steps of a quarter of an hour, starting within the hours shown, its end
 * never before its start.
 */
export function draggedTo(segment: VisitSegment, grip: Grip, from: Spot, to: Spot, monday: string): Dragged {
  const [start, end] = [minuteOf(segment.start), minuteOf(segment.end)]
  const later = step * Math.round(((to.down - from.down) * (closes - opens)) / step)
  if (grip === 'start') {
    const by = within(later, opens - start, end - start - step)
    return { day: segment.day, start: start + by, end, by: { start: by, end: 0 } }
  }
  if (grip === 'end') {
    const by = within(later, start - end + step, closes - end)
    return { day: segment.day, start, end: end + by, by: { start: 0, end: by } }
  }
  const days = daysOf(monday)
  const index = days.indexOf(segment.day)
  const onto = within(index + Math.floor(to.across * 7) - Math.floor(from.across * 7), 0, 6)
  const by = within(later, opens - start, closes - step - start)
  const whole = by + (onto - index) * day
  return { day: days[onto] ?? segment.day, start: start + by, end: end + by, by: { start: whole, end: whole } }
}

/** Minutes of a day as percent from the top of the grid, limited to its edges. */
export const downTo = (minutes: number) => (100 * (within(minutes, opens, closes) - opens)) / (closes - opens)

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** Minutes since midnight as a local time, wrapping after midnight. */
export function clockOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60) % 24, minutes % 60]
  return [hours, rest].map((one) => String(one).padStart(2, '0')).join(':')
}
