import type { VisitPeriod } from '#core/views/jobs-list.ts'

/** The days of visits as the filter names them. */
export const periodNames: Record<VisitPeriod, string> = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  thisWeek: 'This week',
  nextWeek: 'Next week',
  thisMonth: 'This month',
}
