import type { DashboardAnswer, OverdueJob } from '#core/wire/dashboard.ts'
import { numberText } from '#web/ui/number-format.ts'

const formatted = (month: string, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }).format(new Date(`${month}-15T00:00:00Z`))

/** '2026-11' is 'Nov', 'November' and 'November 2026'. */
export const shortMonth = (month: string) => formatted(month, { month: 'short' }).slice(0, 3)
export const monthAlone = (month: string) => formatted(month, { month: 'long' })
export const monthAndYear = (month: string) => formatted(month, { month: 'long', year: 'numeric' })

const compact = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const whole = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })

/** Pence in short: '£17.2k'. */
export const shortPounds = (pence: number) => compact.format(pence / 100).toLowerCase()
/** Pence in whole pounds: '£17,210'. */
export const wholePounds = (pence: number) => whole.format(Math.round(pence / 100))

export const hours = (minutes: number) => numberText(minutes / 60)
export const daysCount = (days: number) =>
  `${days.toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${days === 1 ? 'day' : 'days'}`

const tasks = (count: number, what: string) => `${count} ${count === 1 ? 'task' : 'tasks'} ${what}`

/** Why a job is overdue. `since` is its day as text. */
export function overdueSentence({ reason, tasksLeft, toEstimate }: OverdueJob, since: string): string {
  switch (reason) {
    case 'visit over':
      return `Visit ended, ${tasksLeft === toEstimate ? tasks(toEstimate, 'to estimate') : tasks(tasksLeft, 'open')}`
    case 'no access':
      return 'No access, no new visit'
    case 'reschedule':
      return 'Reschedule, no new visit'
    case 'quote approved':
      return 'Quote approved, no visit booked'
    case 'no visit':
      return `No visit booked since ${since}`
  }
}

export const minutesOf = (one: { minutes: readonly number[] }) => one.minutes.reduce((sum, minutes) => sum + minutes, 0)

/** The week's minutes, and those without anyone assigned. */
export function weekTotals({ people }: DashboardAnswer['week']) {
  const all = people.reduce((sum, one) => sum + minutesOf(one), 0)
  const unassigned = people.filter((one) => one.userId === undefined).reduce((sum, one) => sum + minutesOf(one), 0)
  return { all, unassigned }
}

/** The steps of an axis from 0 past the largest value: round numbers, at most four. */
export function steps(largest: number): number[] {
  if (largest <= 0) return [0]
  const power = 10 ** Math.floor(Math.log10(largest / 4))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one * 4 >= largest) ?? 10 * power
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, index) => index * step)
}
