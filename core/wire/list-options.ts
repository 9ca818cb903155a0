/** How lists are paged, sorted and filtered: apart from the schemas, which screens have no use for at their first load. */
export const jobsPageSize = 16
export const jobSorts = ['jobRef', 'apartmentName', 'createdAt', 'jobStart'] as const
/** What only the dashboard tells apart. */
export const jobKinds = ['open', 'overdue'] as const
/** What a person who is out looks for: the open jobs of whose visit one is, today's visits, and what is ready to be done. */
export const jobSets = ['mine', 'today', 'ready'] as const
export const jobFilterTypes = ['apartmentName', 'all', 'agency', 'workOrder'] as const

export const partsPageSize = 16
export const partSorts = ['purchaseDate', 'expectedDelivery', 'due'] as const
/** Late ones, those that are waited for, and those for jobs whose visits are one's own. */
export const partFilters = ['late', 'waiting', 'mine'] as const
export type PartFilter = (typeof partFilters)[number]
