import * as format from '#core/time/format.ts'

const present = () => new Date().toISOString()

/** An instant's day in a time zone, 'Fri 20 Nov'; with the year unless it is the year of `now`. */
export const dayIn = (instant: string, zone: string, now = present()) => format.dayIn(instant, zone, now)

/** An instant's day in a time zone without the weekday, '20 Nov'. */
export const dateIn = (instant: string, zone: string, now = present()) => format.dateIn(instant, zone, now)

/** A visit, 'Fri 20 Nov, 09:00–11:00'. One that ends on another day names that day too. */
export const visitIn = (start: string, end: string, zone: string, now = present()) =>
  format.visitIn(start, end, zone, now)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago something happened: just now, minutes, hours, days up to 30, then the date. */
export function ago(instant: string, now: number, zone: string): string {
  const past = now - Date.parse(instant)
  if (past < minute) return 'just now'
  if (past < hour) return plural(Math.floor(past / minute), 'minute')
  if (past < day) return plural(Math.floor(past / hour), 'hour')
  if (past < 31 * day) return plural(Math.floor(past / day), 'day')
  const parts = format.partsIn(instant, zone)
  return `${parts.day} ${parts.month} ${parts.year}`
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`
