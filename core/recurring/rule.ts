import * as z from 'zod/mini'
import { day } from '#core/model/values.ts'

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
/** Which of its kind in a month: the first to the fourth, or the last. */
export const places = [1, 2, 3, 4, -1] as const

const weekday = z.enum(weekdays)
const month = z.int().check(z.minimum(1), z.maximum(12))
/** The 31st is the last day of a month that has no 31st. */
const dayOfMonth = z.int().check(z.minimum(1), z.maximum(31))
const inMonth = [
  z.strictObject({ day: dayOfMonth }),
  z.strictObject({ place: z.literal([...places]), weekday }),
] as const
const inYear = [
  z.strictObject({ month, day: dayOfMonth }),
  z.strictObject({ month, place: z.literal([...places]), weekday }),
] as const
const every = z.int().check(z.minimum(1), z.maximum(60))
/** Dates before `first` and after `last` do not count. */
const bounds = { first: day, last: z.optional(day) }
const dates = <T extends z.ZodMiniType>(one: T) => z.array(one).check(z.minLength(1), z.maxLength(12))

/** When recurring work comes: days of a company's calendar, so neither clock changes nor time zones touch it. */
export const recurringRule = z.discriminatedUnion('repeats', [
  z.strictObject({ repeats: z.literal('weekly'), every, on: dates(weekday), ...bounds }),
  z.strictObject({ repeats: z.literal('monthly'), every, on: dates(z.union(inMonth)), ...bounds }),
  z.strictObject({ repeats: z.literal('yearly'), every, on: dates(z.union(inYear)), ...bounds }),
])
export type RecurringRule = z.infer<typeof recurringRule>

const frequencies = { weekly: 'WEEKLY', monthly: 'MONTHLY', yearly: 'YEARLY' } as const

/** The rule as RFC 5545 writes it, a text for each of its dates: one text cannot hold the second Tuesday of April and the fourth of November. */
export function rruleTexts(rule: RecurringRule): string[] {
  const { first, last, every: interval } = rule
  const until = last === undefined ? '' : `;UNTIL=${compact(last)}`
  const texts =
    rule.repeats === 'weekly'
      ? [`BYDAY=${rule.on.join()};WKST=MO`]
      : rule.on.map((date) => ['month' in date ? `BYMONTH=${date.month}` : '', placeOf(date)].filter(Boolean).join(';'))
  return texts.map(
    (on) => `DTSTART:${compact(first)}\nRRULE:FREQ=${frequencies[rule.repeats]};INTERVAL=${interval};${on}${until}`,
  )
}

const compact = (date: string) => `${date.replaceAll('-', '')}T000000Z`

type DateInMonth = { day: number } | { place: number; weekday: string }

/** Of the days from the 28th to the one wanted, the last that the month has. */
function placeOf(date: DateInMonth): string {
  if (!('day' in date)) return `BYDAY=${date.place}${date.weekday}`
  if (date.day <= 28) return `BYMONTHDAY=${date.day}`
  const days = Array.from({ length: date.day - 27 }, (_, after) => 28 + after)
  return `BYMONTHDAY=${days.join()};BYSETPOS=-1`
}
