/** Page sizes, sort orders and filters of lists. They are apart from the schemas, so that a screen's first load needs no schemas. */
export const jobsPageSize = 16

/** How many bookings a calendar holds at most. */
export const mostBookings = 5_000

export const partsPageSize = 16
export const partSorts = ['purchaseDate', 'expectedDelivery', 'due'] as const
/** Late parts, parts that have not arrived yet, and parts for jobs whose visits are the reader's own. */
export const partFilters = ['late', 'waiting', 'mine'] as const
export type PartFilter = (typeof partFilters)[number]

export const sitesPageSize = 17
export const siteJobsPageSize = 10
export const siteFilesPageSize = 10
/** Sites with open jobs, and for the office those with deadlines that are still to be met. */
export const siteFilters = ['open', 'deadlines'] as const
export type SiteFilter = (typeof siteFilters)[number]
