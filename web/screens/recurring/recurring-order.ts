import { soonDays } from '#core/recurring/values.ts'
import { addDays } from '#core/time/wall-clock.ts'
import type { RecurringItem } from '#core/wire/jobs/recurring.ts'

/** The day of the work that comes next: of a job that is made and not done, or of a date that has none yet. */
export function nextOf({ state, madeAhead, dates }: RecurringItem): { on: string } | undefined {
  const made = madeAhead.find((one) => one.completedAt === undefined)
  return made ?? (state === 'on' ? dates.find((one) => !one.isSkipped) : undefined)
}

/** Whether its next date is within thirty days. */
export function isSoon(one: RecurringItem, today: string): boolean {
  const next = nextOf(one)
  return next !== undefined && next.on <= addDays(today, soonDays)
}

/** Whether its title or site has what is searched for. */
export const matches = ({ title, site }: RecurringItem, search: string) =>
  `${title} ${site}`.toLowerCase().includes(search.trim().toLowerCase())
