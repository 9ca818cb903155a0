import { addDays } from '#core/time/wall-clock.ts'
import { isWorkingDay } from '#core/time/working-days.ts'

/** What becomes of a date on a weekend or bank holiday. */
export const holidayChoices = ['keep the date', 'next working day', 'working day before'] as const
export type HolidayChoice = (typeof holidayChoices)[number]

/** The day on which a date's work is, once weekends and bank holidays are seen to. */
export function workDay(date: string, choice: HolidayChoice, bankHolidays: readonly string[]): string {
  if (choice === 'keep the date' || (isWorkingDay(date) && !bankHolidays.includes(date))) return date
  return workDay(addDays(date, choice === 'next working day' ? 1 : -1), choice, bankHolidays)
}

/** Of these dates, those whose jobs are to be made by today: so many days ahead, and not for a past day. */
export const datesToMake = (dates: readonly string[], { today, leadDays }: { today: string; leadDays: number }) =>
  dates.filter((date) => date >= today && addDays(date, -leadDays) <= today)
