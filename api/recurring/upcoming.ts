import { type Company, defaultTimeZone } from '#core/company/company.ts'
import { bankHolidays } from '#core/deadlines/bank-holidays.ts'
import { holidaysOf } from '#core/deadlines/rules.ts'
import type { HolidayDivision } from '#core/deadlines/values.ts'
import { firstDayOf, gasSafety } from '#core/recurring/anniversary.ts'
import { workDay } from '#core/recurring/making.ts'
import type { NextDate } from '#core/recurring/messages.ts'
import type { RecurringWork } from '#core/recurring/recurring-work.ts'
import { type DateAhead, isSettled, type Schedule } from '#core/recurring/schedule.ts'
import { mostDatesAhead } from '#core/recurring/values.ts'
import { addDays, startOfDay, wallClock } from '#core/time/wall-clock.ts'
import { datesBetween, datesFrom } from './occurrences.ts'

/** The company's calendar. */
export type Calendar = { today: string; timeZone: string; holidays: HolidayDivision }

/** The company's day, time zone and bank holidays. */
export function calendarOf(company: Company | undefined, now: Date): Calendar {
  const timeZone = company?.timeZone ?? defaultTimeZone
  const law = company?.office?.deadlines?.law ?? 'england-social'
  return { today: wallClock(now.toISOString(), timeZone).day, timeZone, holidays: holidaysOf(law) }
}

/** A date to come, the skipped ones among them. `movedTo` is the day that somebody chose for it. */
export type ComingDate = NextDate & { isSkipped: boolean; movedTo?: string }

/** The longest way that weekends and bank holidays move a date. */
const longestMove = 10

/** The next dates that are not over and have no job yet, in order. */
export function comingDates(schedule: Schedule, calendar: Calendar, most: number): ComingDate[] {
  const { rule, moved, answered = [] } = schedule
  const { today } = calendar
  const from = firstAhead(schedule, today)
  const isAhead = ({ on, date }: ComingDate) => on >= today && !isSettled(schedule, date)
  const over = moved.length + answered.length + 2 * longestMove
  return [...movedBefore(schedule, from, today), ...datesFrom(rule, from, most + over)]
    .map((date) => comingDate(schedule, date, calendar))
    .filter(isAhead)
    .slice(0, most)
}

/** The days of the work to come until a day, without the dates that are skipped or have a job. */
export function daysAhead(schedule: Schedule, calendar: Calendar, until: string): string[] {
  const { rule, moved } = schedule
  const { today } = calendar
  const last = [addDays(until, longestMove), ...moved.map((one) => one.date)].toSorted().at(-1) ?? until
  const from = firstAhead(schedule, today)
  return [...movedBefore(schedule, from, today), ...datesBetween(rule, from, last)]
    .map((date) => placed(schedule, date, calendar))
    .filter(({ date, on, isSkipped }) => !isSkipped && !isSettled(schedule, date) && on >= today && on <= until)
    .map(({ on }) => on)
}

/** The first of a rule's days whose work may be ahead unless a person moved it: weekends and bank holidays move past dates too. */
function firstAhead({ settled }: Schedule, today: string): string {
  const earliest = addDays(today, -longestMove)
  return settled !== undefined && settled >= earliest ? addDays(settled, 1) : earliest
}

/** The earlier dates of a rule that a person moved to a day that is still to come, in order. */
function movedBefore({ rule, settled, moved }: Schedule, from: string, today: string): string[] {
  const earlier = moved.filter(({ date, to }) => to >= today && date > (settled ?? '') && date < from)
  const days = earlier.map((one) => one.date).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return first === undefined || last === undefined
    ? []
    : datesBetween(rule, first, last).filter((date) => days.includes(date))
}

/** The date that comes next and is not skipped; undefined if none does. */
export function nextOf(schedule: Schedule, calendar: Calendar): NextDate | undefined {
  const next = comingDates(schedule, calendar, schedule.skipped.length + 1).find((one) => !one.isSkipped)
  return next && asNext(next)
}

/**
 * The date of an overdue check that has no job yet. The law requires the check until it is done, so editing the work keeps the date, unless
 * the rule no longer falls on it. Undefined for paused work: its missed dates are not made up.
 */
export function overdueOf(work: RecurringWork, schedule: Schedule, calendar: Calendar): NextDate | undefined {
  const { check, rule, skipped } = schedule
  const { date, on = '' } = work.next ?? {}
  if (date === undefined || on >= calendar.today || work.state !== 'on' || !check) return undefined
  const isDropped = isSettled(schedule, date) || skipped.includes(date) || datesBetween(rule, date, date).length === 0
  return isDropped ? undefined : asNext(comingDate(schedule, date, calendar))
}

const asNext = ({ date, on, makeAt }: ComingDate): NextDate => ({ date, on, makeAt })

/** What a date to come is beside its neighbours; undefined if the rule does not come on it. */
export function dateAhead(schedule: Schedule, calendar: Calendar, date: string): DateAhead | undefined {
  const dates = comingDates(schedule, calendar, mostDatesAhead)
  const at = dates.findIndex((one) => one.date === date)
  const found = dates[at]
  if (!found) return undefined
  const [before, after] = [dates[at - 1], dates[at + 1]]
  return { on: found.on, ...(before ? { before: before.on } : {}), ...(after ? { after: after.on } : {}) }
}

function comingDate(schedule: Schedule, date: string, calendar: Calendar): ComingDate {
  const found = placed(schedule, date, calendar)
  const makeOn = makingDay(schedule, found)
  return { ...found, makeAt: startOfDay(makeOn, calendar.timeZone) ?? `${makeOn}T00:00:00.000Z` }
}

/**
 * The day on which the job of a date is made. That of a check is not made before the days on which it keeps its date, as it may be done at
 * once; unless somebody has moved it to a day before them.
 */
function makingDay({ leadDays, check }: Schedule, { date, on }: { date: string; on: string }): string {
  const inTime = addDays(on, -leadDays)
  const earliest = check ? firstDayOf(gasSafety, date) : inTime
  return on < earliest || inTime > earliest ? inTime : earliest
}

/** On which day the work of a date is, without the time at which its job is made, which takes longest to compute. */
function placed({ moved, skipped, holidays }: Schedule, date: string, calendar: Calendar): Omit<ComingDate, 'makeAt'> {
  const movedTo = moved.find((one) => one.date === date)?.to
  const on = movedTo ?? workDay(date, holidays, bankHolidays[calendar.holidays])
  return { date, on, isSkipped: skipped.includes(date), ...(movedTo === undefined ? {} : { movedTo }) }
}
