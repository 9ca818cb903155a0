import { instantAt, startOfDay, wallClock } from '#core/time/wall-clock.ts'
import { type DayCount, isCounted, workingDaysAfter } from './counting.ts'

/** When the list of deadlines is sent on a working day, by the company's clock. */
export const morningTime = '07:00'

/** How many working days after today the list looks ahead. */
const daysAhead = 2

/** The first morning of a working day that is after an instant. */
export function morningAfter(instant: string, { zone, holidays }: DayCount): string {
  const today = wallClock(instant, zone).day
  const morning = morningOf(today, zone)
  const isAhead = isCounted(today, holidays) && Date.parse(morning) > Date.parse(instant)
  return isAhead ? morning : morningOf(workingDaysAfter(today, 1, holidays), zone)
}

/** Whether the list of this day is to be sent at an instant, which may be later than its morning if no process ran then. */
export const isMorningOver = (instant: string, { zone, holidays }: DayCount) => {
  const { day, time } = wallClock(instant, zone)
  return isCounted(day, holidays) && time >= morningTime
}

function morningOf(day: string, zone: string): string {
  const morning = instantAt({ day, time: morningTime }, zone) ?? startOfDay(day, zone)
  if (morning === undefined) throw new RangeError(`There is no morning of ${day}`)
  return morning
}

export type MorningList<D> = { late: D[]; today: D[]; soon: D[] }

/** What is late, due later today, and due until the end of the next two working days, each by its time. */
export function morningListOf<D extends { due: string }>(open: readonly D[], now: string, days: DayCount) {
  const { zone } = days
  const today = wallClock(now, zone).day
  const last = lastDayAhead(now, days)
  const list: MorningList<D> = { late: [], today: [], soon: [] }
  for (const one of open.toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due))) {
    const { day } = wallClock(one.due, zone)
    if (Date.parse(one.due) < Date.parse(now)) list.late.push(one)
    else if (day === today) list.today.push(one)
    else if (day <= last) list.soon.push(one)
  }
  return list
}

/** The last day that a list of this day looks ahead to. */
export const lastDayAhead = (now: string, { zone, holidays }: DayCount) =>
  workingDaysAfter(wallClock(now, zone).day, daysAhead, holidays)
