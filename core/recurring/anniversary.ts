import { addDays } from '#core/time/wall-clock.ts'

/** A day so many months later or, if that month is too short, its last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const counted = year * 12 + (month - 1) + months
  const [then, of] = [Math.floor(counted / 12), counted % 12]
  const last = new Date(Date.UTC(then, of + 1, 0)).getUTCDate()
  return new Date(Date.UTC(then, of, Math.min(date, last))).toISOString().slice(0, 10)
}

/** How often a check is due, and in how many months before its deadline it may be done without moving the date. */
export type CheckInterval = { months: number; earlyMonths: number }

/** Landlords' gas safety checks: regulations 36 and 36A of the Gas Safety (Installation and Use) Regulations 1998. */
export const gasSafety: CheckInterval = { months: 12, earlyMonths: 2 }

/** The first day on which a check may be done without moving the date. */
export const firstDayOf = ({ earlyMonths }: CheckInterval, deadline: string): string =>
  addDays(addMonths(deadline, -earlyMonths), 1)

/**
 * When the check after one is due. Done in the early months that end on its deadline, it counts as done on the deadline, so that the
 * anniversary stays; done earlier or late, the time runs from the day on which it was done.
 */
export function nextDeadline(interval: CheckInterval, deadline: string, done: string): string {
  const isEarly = done >= firstDayOf(interval, deadline) && done <= deadline
  return addMonths(isEarly ? deadline : done, interval.months)
}
