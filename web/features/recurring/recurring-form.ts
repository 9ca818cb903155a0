import { v7 as uuid } from 'uuid'
import { parsePounds, pounds } from '#core/model/money.ts'
import type { HolidayChoice } from '#core/recurring/making.ts'
import type { RecurringForm } from '#core/recurring/messages.ts'
import { places, type RecurringRule, weekdays } from '#core/recurring/rule.ts'
import type { RecurringItem } from '#core/wire/jobs/recurring.ts'
import type { NamedSite } from '#core/wire/jobs/sites.ts'

export type Repeats = RecurringRule['repeats']
export type TaskLine = { id: string; description: string; price: string }
/** A date in a month as a text: 'd15' is the 15th, 'p2TU' the second Tuesday, 'p-1FR' the last Friday. */
export type DateLine = { id: string; date: string; month: number }

/** The form as it is typed. */
export type Typed = {
  title: string
  site: string
  siteId: string
  /** The other sites that get the same work. */
  more: readonly NamedSite[]
  repeats: Repeats
  every: string
  weekly: string[]
  dates: DateLine[]
  first: string
  last: string
  holidays: HolidayChoice
  leadDays: number
  start: string
  minutes: number
  assignedTo: string[]
  tasks: TaskLine[]
  isCheck: boolean
  /** Whether a person chose if it is a check: then its name no longer does. */
  isCheckChosen: boolean
}

export const newTask = (): TaskLine => ({ id: uuid(), description: '', price: '' })
export const newDate = (day: string): DateLine => ({
  id: uuid(),
  date: `d${Number(day.slice(8))}`,
  month: Number(day.slice(5, 7)),
})

const weekdayOf = (day: string) => weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO'

/** A form for new work from a day on. */
export const emptyForm = (today: string, site?: NamedSite): Typed => ({
  title: '',
  site: site?.name ?? '',
  siteId: site?.siteId ?? '',
  more: [],
  repeats: 'yearly',
  every: '1',
  weekly: [weekdayOf(today)],
  dates: [newDate(today)],
  first: today,
  last: '',
  holidays: 'next working day',
  leadDays: 14,
  start: '',
  minutes: 120,
  assignedTo: [],
  tasks: [newTask()],
  isCheck: false,
  isCheckChosen: false,
})

/** The form of work as it is. */
export function formOf(item: RecurringItem): Typed {
  const { rule, visit } = item
  return {
    title: item.title,
    site: item.site,
    siteId: item.siteId,
    more: [],
    repeats: rule.repeats,
    every: String(rule.every),
    weekly: rule.repeats === 'weekly' ? [...rule.on] : [weekdayOf(rule.first)],
    dates: rule.repeats === 'weekly' ? [newDate(rule.first)] : rule.on.map((one) => lineOf(one, rule.first)),
    first: rule.first,
    last: rule.last ?? '',
    holidays: item.holidays,
    leadDays: item.leadDays,
    start: visit?.start ?? '',
    minutes: visit?.minutes ?? 120,
    assignedTo: [...(visit?.assignedTo ?? [])],
    tasks: item.tasks.map(({ description, price }) => ({
      id: uuid(),
      description,
      price: price === undefined ? '' : pounds(price),
    })),
    isCheck: item.check !== undefined,
    isCheckChosen: true,
  }
}

/** What else changes with a check: it is due once a year, on its day. */
export const asCheck = ({ dates }: Typed) => ({
  isCheck: true,
  repeats: 'yearly' as const,
  every: '1',
  dates: dates.slice(0, 1),
  holidays: 'keep the date' as const,
})

const gasSafetyName = /\bgas safety\b|\bcp ?12\b|\blgsr\b/i
const untouched = { repeats: 'yearly', every: '1', holidays: 'next working day' }

/**
 * The form with another name. A gas safety check by its name is one, and work that is called otherwise again is none, until a person has
 * chosen; dates that they have set stay too.
 */
export function named(typed: Typed, title: string): Typed {
  const now = { ...typed, title }
  const isGas = gasSafetyName.test(title)
  if (typed.isCheckChosen || typed.isCheck === isGas) return now
  if (!isGas) return { ...now, isCheck: false, holidays: 'next working day' }
  const { repeats, every, dates, holidays } = typed
  const isUntouched = repeats === untouched.repeats && every === untouched.every && holidays === untouched.holidays
  return isUntouched && dates.length === 1 && dates[0]?.date.startsWith('d') ? { ...now, ...asCheck(now) } : now
}

const lineOf = (one: Exclude<RecurringRule['on'][number], string>, first: string): DateLine => ({
  id: uuid(),
  date: 'day' in one ? `d${one.day}` : `p${one.place}${one.weekday}`,
  month: 'month' in one ? one.month : Number(first.slice(5, 7)),
})

/** The rule that is typed; undefined while it is none. */
export function ruleOf({ repeats, every, weekly, dates, first, last }: Typed): RecurringRule | undefined {
  const count = Number(every)
  if (!Number.isInteger(count) || count < 1 || count > 60 || !first) return undefined
  const bounds = { every: count, first, ...(last ? { last } : {}) }
  if (repeats === 'weekly') {
    const on = weekdays.filter((one) => weekly.includes(one))
    return on.length > 0 ? { repeats, on, ...bounds } : undefined
  }
  if (repeats === 'monthly') return { repeats, on: dates.map(({ date }) => dateOf(date)), ...bounds }
  return { repeats, on: dates.map(({ date, month }) => ({ ...dateOf(date), month })), ...bounds }
}

function dateOf(
  text: string,
): { day: number } | { place: (typeof places)[number]; weekday: (typeof weekdays)[number] } {
  if (text.startsWith('d')) return { day: Number(text.slice(1)) }
  const place = places.find((one) => one === Number(text.slice(1, -2))) ?? 1
  return { place, weekday: weekdays.find((one) => text.endsWith(one)) ?? 'MO' }
}

/** What is sent; undefined while the rule or a price cannot be read. */
export function sentOf(typed: Typed): RecurringForm | undefined {
  const rule = ruleOf(typed)
  if (!rule || typed.tasks.some(({ price }) => !isPrice(price))) return undefined
  const { title, siteId, holidays, leadDays, start, minutes, assignedTo, isCheck } = typed
  return {
    title,
    siteId,
    rule,
    holidays,
    leadDays,
    tasks: typed.tasks.map(({ description, price }) => {
      const pence = parsePounds(price)
      return { description, ...(pence === undefined ? {} : { price: pence }) }
    }),
    ...(start ? { visit: { start, minutes, assignedTo } } : {}),
    ...(isCheck ? { check: 'gas safety' } : {}),
  }
}

export const isPrice = (text: string) => text.trim() === '' || parsePounds(text) !== undefined

/** Whether two forms say the same, whatever the ids that their lines have on this page. */
export const isSameForm = (one: Typed, other: Typed) => withoutIds(one) === withoutIds(other)

const withoutIds = (form: Typed) => JSON.stringify(form, (key, value) => (key === 'id' ? undefined : value))
