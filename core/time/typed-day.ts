import { dayName } from './format.ts'
import { addDays } from './wall-clock.ts'

/** The day it is now, and where a day without a year is looked for: a visit lies ahead, a purchase or a report behind. `before` is the day that the field had. */
export type TypingDay = { today: string; toward: 'future' | 'past'; before?: string | undefined }

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
 * The day that was typed, as British people write it: '20 Nov 2026', 'Fri 20 Nov', '20th of November', '20/11/2026', '20.11.26',
 * '2026-11-20', '23/11', 'thu', 'tomorrow'; null while it is none yet. A weekday alone is never today, and one before a day must
 * be its own, or that of the day `before`: people who only change the number leave it as it is.
 */
export function typedDay(text: string, { today, toward, before }: TypingDay): string | null {
  const typed = text.trim().toLowerCase()
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? []
  if (year && month && day) return dayOf(Number(year), Number(month), Number(day))
  const near = namedDay(typed, { today, toward })
  if (near) return near
  const found = writtenDay(typed, { today, toward })
  return found && isItsWeekday(found, before) ? found.day : null
}

/** Why a text is no day, for the person who typed it. */
export function whyNoDay(text: string, typing: TypingDay): string {
  const found = writtenDay(text.trim().toLowerCase(), typing)
  if (!found || isItsWeekday(found, typing.before)) return 'Enter a day such as 23/11, thu or tomorrow.'
  return `${dayName(found.day)} is a ${nameOf(weekdayOf(found.day))}, not a ${nameOf(found.weekday)}.`
}

function namedDay(typed: string, { today, toward }: TypingDay): string | undefined {
  if (typed.length < 3) return undefined
  const near = nearToday.find(([name]) => name.startsWith(typed))
  if (near) return addDays(today, near[1])
  const weekday = weekdayNamed(typed)
  if (weekday === undefined) return undefined
  const ahead = (weekday - weekdayOf(today) + 7) % 7 || 7
  return addDays(today, toward === 'future' ? ahead : ahead === 7 ? -7 : ahead - 7)
}

const written =
  /^(?:([a-z]{3,9})[\s,.]+)?(\d{1,2})(?:st|nd|rd|th)?(?:\s+of\s+|[\s./-]+)(\d{1,2}|[a-z]{3,9})(?:[\s./,-]+(\d{4}|\d{2}))?$/

/** The weekday is the one that was written before the day. */
type WrittenDay = { day: string; weekday?: number | undefined }

function writtenDay(typed: string, { today, toward }: TypingDay): WrittenDay | null {
  const [, word, day = '', month = '', year] = written.exec(typed) ?? []
  const weekday = word === undefined ? undefined : weekdayNamed(word)
  if (!day || (word !== undefined && weekday === undefined)) return null
  const nth = months.findIndex((name) => name.startsWith(month === 'sept' ? 'sep' : month)) + 1
  const inYear = (of: number) => dayOf(of, /\d/.test(month) ? Number(month) : nth, Number(day))
  const isAhead = toward === 'future'
  const thisYear = Number(today.slice(0, 4))
  const found = year
    ? inYear(year.length === 2 ? yearEnding(Number(year), thisYear, isAhead) : Number(year))
    : yearsAway
        .map((years) => inYear(thisYear + (isAhead ? years : -years)))
        .find((one) => one !== null && (isAhead ? one >= today : one <= today))
  return found ? { day: found, weekday } : null
}

/**
 * The year that two digits mean: of this century, but '99' is 1999 for what lies behind. Even there the next few years stay in
 * this century, because a tenancy or a filter may end in the future.
 */
function yearEnding(digits: number, thisYear: number, isAhead: boolean): number {
  const year = thisYear - (thisYear % 100) + digits
  return isAhead || year <= thisYear + comingYears ? year : year - 100
}
const comingYears = 10

const isItsWeekday = ({ day, weekday }: WrittenDay, before?: string) =>
  weekday === undefined || weekday === weekdayOf(day) || (before ? weekday === weekdayOf(before) : false)

function weekdayNamed(word: string): number | undefined {
  const found = weekdays.findIndex((name) => name.startsWith(word === 'weds' ? 'wed' : word))
  return found === -1 ? undefined : found
}

const nameOf = (weekday = 0) => (weekdays[weekday] ?? '').replace(/^./, (first) => first.toUpperCase())

/** Monday is 0. */
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000
  return isReal ? date.toISOString().slice(0, 10) : null
}
