import { addDays, startOfDay, wallClock } from '#core/time/wall-clock.ts'
import { isWorkingDay } from '#core/time/working-days.ts'
import { isBankHoliday } from './bank-holidays.ts'
import type { HolidayDivision, Limit } from './values.ts'

/** Whose days are counted: the time zone that they begin in, and the bank holidays that are left out. */
export type DayCount = { zone: string; holidays: HolidayDivision }

/** Whether work counts on a day: Monday to Friday, but no bank holiday. */
export const isCounted = (day: string, holidays: HolidayDivision) => isWorkingDay(day) && !isBankHoliday(day, holidays)

/** The day that is this many working days after a day, which is day 0 whatever weekday it is. */
export function workingDaysAfter(day: string, amount: number, holidays: HolidayDivision): string {
  let last = day
  for (let left = amount; left > 0; ) {
    last = addDays(last, 1)
    if (isCounted(last, holidays)) left -= 1
  }
  return last
}

/** The working days from a day to a later one, without the first: 0 on the same day. */
export function workingDaysBetween(from: string, to: string, holidays: HolidayDivision): number {
  let count = 0
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isCounted(day, holidays)) count += 1
  return count
}

/**
 * The last instant within a limit. Hours are elapsed time, also when the clocks change; days and working days run until the
 * end of the last one in the company's time zone.
 */
export function dueAfter(start: string, { amount, unit }: Limit, { zone, holidays }: DayCount): string {
  if (unit === 'hours') return new Date(Date.parse(start) + amount * 3_600_000).toISOString()
  const { day } = wallClock(start, zone)
  return endOfDay(unit === 'days' ? addDays(day, amount) : workingDaysAfter(day, amount, holidays), zone)
}

/** The last millisecond of a day. */
function endOfDay(day: string, zone: string): string {
  const next = startOfDay(addDays(day, 1), zone)
  if (next === undefined) throw new RangeError(`There is no day after ${day}`)
  return new Date(Date.parse(next) - 1).toISOString()
}
