import { addDays } from './wall-clock.ts'

/** Whether a day is one of Monday to Friday. Bank holidays are not known here. */
export const isWorkingDay = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The first working day after a day. */
export function nextWorkingDay(day: string): string {
  const next = addDays(day, 1)
  return isWorkingDay(next) ? next : nextWorkingDay(next)
}
