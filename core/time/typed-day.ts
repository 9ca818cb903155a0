import { addDays } from './wall-clock.ts'

/** The day it is now, and where a day without a year is looked for: a visit lies ahead, a purchase or a report behind. */
export type TypingDay = { today: string; toward: 'future' | 'past' }

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const nearToday: readonly [string, number][] = [
  ['today', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
]
/** A leap day comes again after eight years at the latest. */
const yearsAway = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/**
 * The day that was typed, as British people write it: '20 Nov 2026', '20/11/2026', '20.11.26', '2026-11-20', '23 Nov', '23/11',
 * 'thu', 'tomorrow'; null while it is none yet. A weekday is never today.
 */
export function typedDay(text: string, { today, toward }: TypingDay): string | null {
  const typed = text.trim().toLowerCase()
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? []
  if (year && month && day) return dayOf(Number(year), Number(month), Number(day))
  return namedDay(typed, { today, toward }) ?? writtenDay(typed, { today, toward })
}

function namedDay(typed: string, { today, toward }: TypingDay): string | undefined {
  if (typed.length < 3) return undefined
  const near = nearToday.find(([name]) => name.startsWith(typed))
  if (near) return addDays(today, near[1])
  const weekday = weekdays.findIndex((name) => name.startsWith(typed === 'weds' ? 'wed' : typed))
  if (weekday === -1) return undefined
  const ahead = (weekday - weekdayOf(today) + 7) % 7 || 7
  return addDays(today, toward === 'future' ? ahead : ahead === 7 ? -7 : ahead - 7)
}

const written =
  /^(?:[a-z]{3,9}[\s,]+)?(\d{1,2})(?:st|nd|rd|th)?[\s./-]+(\d{1,2}|[a-z]{3,9})(?:[\s./,-]+(\d{4}|\d{2}))?$/

function writtenDay(typed: string, { today, toward }: TypingDay): string | null {
  const [, day = '', month = '', year] = written.exec(typed) ?? []
  const nth = months.findIndex((name) => name.startsWith(month === 'sept' ? 'sep' : month)) + 1
  const inYear = (of: number) => dayOf(of, /\d/.test(month) ? Number(month) : nth, Number(day))
  if (!day) return null
  if (year) return inYear(year.length === 2 ? 2000 + Number(year) : Number(year))
  const isAhead = toward === 'future'
  const thisYear = Number(today.slice(0, 4))
  const found = yearsAway
    .map((years) => inYear(thisYear + (isAhead ? years : -years)))
    .find((one) => one !== null && (isAhead ? one >= today : one <= today))
  return found ?? null
}

/** Monday is 0. */
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000
  return isReal ? date.toISOString().slice(0, 10) : null
}
