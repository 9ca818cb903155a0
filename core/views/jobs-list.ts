/** The filters, orders and columns of the jobs list. They are apart from the schemas, so that a screen's first load needs no schemas. */

/** By urgency, jobs whose warnings ask most for a visit are first, and among those with one warning the oldest. */
export const jobSorts = ['jobRef', 'apartmentName', 'createdAt', 'jobStart', 'urgency'] as const
/** Figures of the dashboard. */
export const dashboardFilters = ['open', 'overdue'] as const
/**
 * One's own open jobs, today's visits, and jobs with a ready task, for people on the road; open jobs that nobody is assigned to,
 * completed ones that are neither invoiced nor free of charge, and those that wait for a visit, for the office.
 */
export const quickFilters = ['mine', 'today', 'ready', 'unassigned', 'toInvoice', 'needsVisit'] as const
export const jobFilterTypes = ['apartmentName', 'all', 'agency', 'workOrder'] as const

/** The columns of the table that can be chosen; the job's number and its actions are always there. */
export const jobColumns = [
  'status',
  'warning',
  'site',
  'workOrder',
  'createdAt',
  'visit',
  'people',
  'agency',
  'extras',
] as const
export type JobColumn = (typeof jobColumns)[number]

/** The columns that the office sees unless others are chosen; the team has no work orders and agencies. */
export const usualColumns: readonly JobColumn[] = jobColumns.filter((one) => one !== 'people')
export const officeColumns: readonly JobColumn[] = ['workOrder', 'agency']

/** The days of visits by name, which a saved view keeps as they are: this week is always the present one. */
export const visitPeriods = ['today', 'tomorrow', 'thisWeek', 'nextWeek', 'thisMonth'] as const
export type VisitPeriod = (typeof visitPeriods)[number]
export type VisitDates = VisitPeriod | { from?: string; until?: string }

const range = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/

/** The days that a filter by visit names: a period, or '2026-11-01..2026-11-30' with one end open at most. Undefined if it names none. */
export function visitDatesIn(text: string): VisitDates | undefined {
  const period = visitPeriods.find((one) => one === text)
  if (period) return period
  const [, from, until] = range.exec(text) ?? []
  const days = [from, until].filter((day) => day !== undefined)
  if (days.length === 0 || !days.every(isDay) || (from && until && from > until)) return undefined
  return { ...(from ? { from } : {}), ...(until ? { until } : {}) }
}

/** A day that exists, and that the log and the calendar can hold. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`)
  return day >= '1970-01-01' && day <= '2199-12-31' && new Date(time || 0).toISOString().startsWith(day)
}

/** A list of views is one document, always sent whole: these limits keep it small. */
export const mostOwnViews = 50
export const mostSharedViews = 100
export const longestViewName = 60

/** The lists that everybody in the office, or in the team, has: their names and filters. */
export const builtInLists = {
  office: [
    { name: 'All' },
    { name: 'Overdue', only: 'overdue' },
    { name: 'Unassigned', among: 'unassigned' },
    { name: 'To invoice', among: 'toInvoice' },
    { name: 'Mine', among: 'mine' },
  ],
  team: [
    { name: 'All' },
    { name: 'Mine', among: 'mine' },
    { name: 'Today', among: 'today' },
    { name: 'Ready', among: 'ready' },
  ],
} as const satisfies Record<
  'office' | 'team',
  readonly {
    name: (typeof builtInViews)[number]
    only?: (typeof dashboardFilters)[number]
    among?: (typeof quickFilters)[number]
  }[]
>

/** How many saved views are counted at once, how far a list is counted, and among how many of the newest jobs. */
export const mostCountedViews = 12
export const countedUpTo = 999
export const countedJobs = 10_000

/** People who have not opened a shared view for this many days do not count as using it. */
export const mostDaysUnused = 30

/** The names of the lists that everybody has; a view of one's own may not have such a name. */
export const builtInViews = ['All', 'Overdue', 'Unassigned', 'To invoice', 'Mine', 'Today', 'Ready'] as const
