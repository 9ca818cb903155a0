/** Page sizes, sort orders and filters of lists. They are apart from the schemas, so that a screen's first load needs no schemas. */
export const jobsPageSize = 16
/** By urgency, jobs whose warnings ask most for a visit are first, and among those with one warning the oldest. */
export const jobSorts = ['jobRef', 'apartmentName', 'createdAt', 'jobStart', 'urgency'] as const
/** Only links from the dashboard use these. */
export const dashboardFilters = ['open', 'overdue'] as const
/**
 * One's own open jobs, today's visits, and jobs with a ready task, for people on the road; open jobs that nobody is assigned to,
 * completed ones that are neither invoiced nor free of charge, and those that wait for a visit, for the office.
 */
export const quickFilters = ['mine', 'today', 'ready', 'unassigned', 'toInvoice', 'needsVisit'] as const
export const jobFilterTypes = ['apartmentName', 'all', 'agency', 'workOrder'] as const

/** How many bookings a calendar holds at most. */
export const mostBookings = 5_000

export const partsPageSize = 16
export const partSorts = ['purchaseDate', 'expectedDelivery', 'due'] as const
/** Late parts, parts that have not arrived yet, and parts for jobs whose visits are the reader's own. */
export const partFilters = ['late', 'waiting', 'mine'] as const
export type PartFilter = (typeof partFilters)[number]

export const sitesPageSize = 16
export const siteJobsPageSize = 10
/** Sites with open jobs. */
export const siteFilters = ['open'] as const
