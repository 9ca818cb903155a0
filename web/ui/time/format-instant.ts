import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as when from '#core/time/format.ts'
import { paths } from '#core/wire/paths.ts'
import type { Me } from '#core/wire/wire.ts'
import { call } from '#web/client/call.ts'

export { dayName, fullDayIn, timeIn } from '#core/time/format.ts'

/** The company's time zone: a visit is shown at the hour it has there, wherever the reader is. */
export function useTimeZone(): string {
  const { data } = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => call<Me>(paths.me, { signal }),
    staleTime: 5 * 60_000,
  })
  return data?.company.timeZone ?? 'Europe/London'
}

const present = () => new Date().toISOString()

/** An instant's day in a time zone, 'Fri 20 Nov'; with its year where that is not the year of `now`. */
export const dayIn = (instant: string, zone: string, now = present()) => when.dayIn(instant, zone, now)

/** An instant's day in a time zone without its weekday, '20 Nov'. */
export const dateIn = (instant: string, zone: string, now = present()) => when.dateIn(instant, zone, now)

/** A visit, 'Fri 20 Nov, 09:00–11:00'. One that ends on another day names that day too. */
export const visitIn = (start: string, end: string, zone: string, now = present()) =>
  when.visitIn(start, end, zone, now)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago something was said: just now, minutes, hours, days up to 30, then the date. */
export function ago(instant: string, now: number, zone: string): string {
  const past = now - Date.parse(instant)
  if (past < minute) return 'just now'
  if (past < hour) return some(Math.floor(past / minute), 'minute')
  if (past < day) return some(Math.floor(past / hour), 'hour')
  if (past < 31 * day) return some(Math.floor(past / day), 'day')
  const parts = when.partsIn(instant, zone)
  return `${parts.day} ${parts.month} ${parts.year}`
}

/** The present, moving on each minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Today as the form fields have it, on this device's calendar. */
export const today = () => new Intl.DateTimeFormat('sv-SE').format(new Date())

const some = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`
