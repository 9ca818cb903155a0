import { paperDayIn } from '#core/time/format.ts'
import type { HolidayChoice } from './making.ts'
import type { RecurringForm } from './messages.ts'
import { type RecurringRule, weekdays } from './rule.ts'

const dayNames = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
} as const

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const placeNames = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', '-1': 'last' } as const

export const weekdayName = (day: keyof typeof dayNames): string => dayNames[day]
export const placeName = (place: keyof typeof placeNames | number): string =>
  placeNames[String(place) as keyof typeof placeNames] ?? ''
const monthName = (month: number): string => monthNames[month - 1] ?? ''

const often = { weekly: ['week', 'weeks'], monthly: ['month', 'months'], yearly: ['year', 'years'] } as const
const times = ['', '', 'Twice', 'Three times', 'Four times', 'Five times', 'Six times'] as const

/** How often a rule comes: 'Every day', 'Every 2 weeks, Tuesday', 'Every month, first Monday', 'Twice a year, 13 April and 9 November'. */
export function ruleWords(rule: RecurringRule): string {
  const [one, many] = often[rule.repeats]
  const count = times[rule.on.length]
  const every =
    rule.repeats === 'yearly' && rule.every === 1 && count
      ? `${count} a year`
      : `Every ${rule.every === 1 ? one : `${rule.every} ${many}`}`
  const days = rule.repeats === 'weekly' ? inOneWeek(rule.on) : undefined
  if (days === everyDay && rule.every === 1) return 'Every day'
  return `${every}, ${days ?? inOneDay(rule.on) ?? listed(rule.on.map(dateWords))}`
}

const everyDay = 'every day'

/** 'every day' and 'Monday to Friday', which nobody lists. */
function inOneWeek(days: readonly string[]): string | undefined {
  const chosen = weekdays.filter((one) => days.includes(one))
  if (chosen.length === 7) return everyDay
  return chosen.join() === 'MO,TU,WE,TH,FR' ? 'Monday to Friday' : undefined
}

/** 'second Tuesday of April and November', if all dates are of one weekday of their months. */
function inOneDay(dates: RecurringRule['on']): string | undefined {
  const [first, ...others] = dates.map((date) =>
    typeof date === 'object' && 'place' in date && 'month' in date ? date : undefined,
  )
  if (!first || others.some((one) => one?.place !== first.place || one.weekday !== first.weekday)) return
  const months = [first, ...others].map((one) => monthName(one?.month ?? first.month))
  return `${placeName(first.place)} ${weekdayName(first.weekday)} of ${listed(months)}`
}

type DateOfRule = RecurringRule['on'][number]

function dateWords(date: DateOfRule): string {
  if (typeof date === 'string') return weekdayName(date)
  const month = 'month' in date ? monthName(date.month) : ''
  if ('day' in date) return month ? `${date.day} ${month}` : date.day === 31 ? 'last day' : `day ${date.day}`
  const day = `${placeName(date.place)} ${weekdayName(date.weekday)}`
  return month ? `${day} of ${month}` : day
}

/** 'April', 'April and November', 'Monday, Wednesday and Friday'. */
const listed = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** What becomes of a date on a weekend or bank holiday. */
export const holidayWords: Record<HolidayChoice, string> = {
  'keep the date': 'Keep the date',
  'next working day': 'Next working day',
  'working day before': 'Working day before',
}

/** When jobs are made: '14 days before', 'on the day'. */
export const leadWords = (days: number) =>
  days === 0 ? 'on the day' : days === 1 ? '1 day before' : `${days} days before`

/** When the job of a date to come is made; one whose lead time has begun is made as soon as the work is saved. */
export const makingWords = (makeAt: string, now: string, zone: string) =>
  Date.parse(makeAt) <= Date.parse(now) ? 'Job made at once' : `Job made on ${paperDayIn(makeAt, zone)}`

/** The time of a visit: '09:00, 3 hours', '09:00, 1 h 30 min'. */
export function visitWords({ start, minutes }: NonNullable<RecurringForm['visit']>): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (rest === 0) return `${start}, ${hours} ${hours === 1 ? 'hour' : 'hours'}`
  return `${start}, ${hours === 0 ? '' : `${hours} h `}${rest} min`
}
