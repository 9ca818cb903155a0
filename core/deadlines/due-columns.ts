import { addDays, wallClock } from '#core/time/wall-clock.ts'

/** When something is due, as the board of deadlines has it in columns. */
export const dueColumns = ['overdue', 'today', 'week', 'later'] as const
export type DueColumn = (typeof dueColumns)[number]

/** The column of a deadline: what is late, due by midnight, within the seven days after today, or later. */
export function dueColumnOf(due: string, now: string, zone: string): DueColumn {
  if (Date.parse(due) < Date.parse(now)) return 'overdue'
  const [day, today] = [wallClock(due, zone).day, wallClock(now, zone).day]
  if (day === today) return 'today'
  return day <= addDays(today, 7) ? 'week' : 'later'
}
