import { type JobStatus, jobStatuses, warnings } from '#core/job-values.ts'
import { jobFilterTypes, jobSorts } from '#core/paging.ts'
import type { AskedJobs } from '#web/queries.ts'

export type JobSort = (typeof jobSorts)[number]
export type JobFilterType = (typeof jobFilterTypes)[number]
export type WarningFilter = Exclude<NonNullable<AskedJobs['warning']>, ''>

/** What the filter panel holds; an empty value filters nothing. */
export type JobFilters = {
  type: JobFilterType
  search: string
  status: JobStatus | ''
  warning: WarningFilter | ''
}

export const noFilters: JobFilters = { type: 'apartmentName', search: '', status: '', warning: '' }
export const warningFilters: readonly WarningFilter[] = ['none', ...warnings.filter((one) => one !== '')]

/** The list as the address names it. What an address says that is not known counts as not said. */
export type JobsView = JobFilters & { sort: JobSort; direction: 'asc' | 'desc'; page: number }

const oneOf = <T extends string>(values: readonly T[], said: string | null): T | undefined =>
  values.find((one) => one === said)

export function viewIn(address: URLSearchParams): JobsView {
  const page = Number(address.get('page'))
  return {
    type: oneOf(jobFilterTypes, address.get('type')) ?? noFilters.type,
    search: address.get('search') ?? '',
    status: oneOf(jobStatuses, address.get('status')) ?? '',
    warning: oneOf(warningFilters, address.get('warning')) ?? '',
    sort: oneOf(jobSorts, address.get('sort')) ?? 'jobRef',
    direction: oneOf(['asc', 'desc'], address.get('direction')) ?? 'desc',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The shortest address of a view: what is usual is left out. */
export function addressOf(view: JobsView): URLSearchParams {
  const usual: JobsView = { ...noFilters, sort: 'jobRef', direction: 'desc', page: 1 }
  const address = new URLSearchParams()
  for (const name of ['type', 'search', 'status', 'warning', 'sort', 'direction', 'page'] as const)
    if (view[name] !== usual[name] && (name !== 'type' || view.search)) address.set(name, String(view[name]))
  return address
}

/** A view as the API is asked for it. */
export const askedFor = ({ type, search, status, warning, sort, direction, page }: JobsView): AskedJobs => ({
  ...(search.trim() ? { type, search: search.trim() } : {}),
  ...(status ? { status } : {}),
  ...(warning ? { warning } : {}),
  sort,
  direction,
  page,
})

export const hasFilters = ({ search, status, warning }: JobFilters) => Boolean(search.trim() || status || warning)

/** The view after a click on a column's head: descending first, then the other way. */
export const sortedBy = (view: JobsView, sort: JobSort): JobsView => ({
  ...view,
  sort,
  direction: view.sort === sort && view.direction === 'desc' ? 'asc' : 'desc',
  page: 1,
})

/** A column to sort by, and which way. */
export type Order = `${JobSort} ${JobsView['direction']}`

export const orderOf = ({ sort, direction }: Pick<JobsView, 'sort' | 'direction'>): Order => `${sort} ${direction}`

/** Every order that the list can have. */
export const orders = jobSorts.flatMap((sort) =>
  (['desc', 'asc'] as const).map((direction) => ({ order: orderOf({ sort, direction }), sort, direction })),
)
