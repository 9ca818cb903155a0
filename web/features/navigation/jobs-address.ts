import { type JobStatus, jobStatuses, warnings } from '#core/job/values.ts'
import {
  dashboardFilters,
  type JobColumn,
  jobColumns,
  jobFilterTypes,
  jobSorts,
  quickFilters,
  visitDatesIn,
} from '#core/views/jobs-list.ts'
import type { AskedJobs } from '#web/sync/reads/jobs.ts'

export type JobSort = (typeof jobSorts)[number]
export type JobSet = (typeof quickFilters)[number]
export type JobFilterType = (typeof jobFilterTypes)[number]
export type WarningFilter = Exclude<NonNullable<AskedJobs['warning']>, ''>

/** The filter panel's values; an empty value filters nothing. */
export type JobFilters = {
  type: JobFilterType
  search: string
  status: JobStatus | ''
  warning: WarningFilter | ''
  person: string
  agency: string
  site: string
  /** The days of the visit, as {@link visitDatesIn} reads them. */
  visit: string
  /** The filter of a phone's chips. */
  among: JobSet | ''
  /** Filters of the dashboard's links: open or overdue jobs, those completed in a month, a person's this week. */
  only: (typeof dashboardFilters)[number] | ''
  completed: string
  visits: string
}

const notCounted = { among: '', only: '', completed: '', visits: '' } as const
export const noFilters: JobFilters = {
  type: 'apartmentName',
  search: '',
  status: '',
  warning: '',
  person: '',
  agency: '',
  site: '',
  visit: '',
  ...notCounted,
}
export const warningFilters: readonly WarningFilter[] = ['none', ...warnings.filter((one) => one !== '')]

/** The list as its address describes it. An unknown value in an address is treated as absent. */
export type JobsView = JobFilters & {
  sort: JobSort
  direction: 'asc' | 'desc'
  page: number
  /** The table's columns in their order; none for the usual ones. */
  columns: readonly JobColumn[]
}

/** The list with nothing chosen. */
export const wholeList: JobsView = { ...noFilters, sort: 'jobRef', direction: 'desc', page: 1, columns: [] }

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((one) => one === text)

export function viewIn(address: URLSearchParams): JobsView {
  const page = Number(address.get('page'))
  return {
    type: oneOf(jobFilterTypes, address.get('type')) ?? noFilters.type,
    search: address.get('search') ?? '',
    status: oneOf(jobStatuses, address.get('status')) ?? '',
    warning: oneOf(warningFilters, address.get('warning')) ?? '',
    among: oneOf(quickFilters, address.get('among')) ?? '',
    only: oneOf(dashboardFilters, address.get('only')) ?? '',
    completed: /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.exec(address.get('completed') ?? '')?.[0] ?? '',
    visits: address.get('visits') === 'unassigned' ? 'unassigned' : idIn(address, 'visits'),
    person: idIn(address, 'person'),
    agency: address.get('agency')?.slice(0, 200) ?? '',
    site: idIn(address, 'site'),
    visit: visitDatesIn(address.get('visit') ?? '') ? (address.get('visit') ?? '') : '',
    sort: oneOf(jobSorts, address.get('sort')) ?? 'jobRef',
    direction: oneOf(['asc', 'desc'], address.get('direction')) ?? 'desc',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    columns: columnsIn(address.get('columns') ?? ''),
  }
}

const idIn = (address: URLSearchParams, name: string) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.exec(address.get(name) ?? '')?.[0] ?? ''

/** The columns that a text names, each once. */
const columnsIn = (text: string): JobColumn[] =>
  [...new Set(text.split(','))].flatMap((name) => oneOf(jobColumns, name) ?? [])

const names = [
  ...(['type', 'search', 'status', 'warning', 'among', 'only', 'completed', 'visits'] as const),
  ...(['person', 'agency', 'site', 'visit'] as const),
  ...(['sort', 'direction', 'page'] as const),
] as const

/** The shortest address of a view; defaults are left out. */
export function addressOf(view: JobsView): URLSearchParams {
  const address = new URLSearchParams()
  for (const name of names)
    if (view[name] !== wholeList[name] && (name !== 'type' || view.search)) address.set(name, String(view[name]))
  if (view.columns.length > 0) address.set('columns', view.columns.join(','))
  return address
}

/** A view as an API query. */
export const askedFor = ({ type, search, sort, direction, page, columns: _, ...filters }: JobsView): AskedJobs => ({
  ...(search.trim() ? { type, search: search.trim() } : {}),
  ...(filters.status ? { status: filters.status } : {}),
  ...(filters.warning ? { warning: filters.warning } : {}),
  ...(filters.among ? { among: filters.among } : {}),
  ...(filters.only ? { only: filters.only } : {}),
  ...(filters.completed ? { completed: filters.completed } : {}),
  ...(filters.visits ? { visits: filters.visits } : {}),
  ...(filters.person ? { person: filters.person } : {}),
  ...(filters.agency ? { agency: filters.agency } : {}),
  ...(filters.site ? { site: filters.site } : {}),
  ...(filters.visit ? { visit: filters.visit } : {}),
  sort,
  direction,
  page,
})

/** The filters of a list alone. */
export function filtersOf({
  sort: _sort,
  direction: _direction,
  page: _page,
  columns: _columns,
  ...filters
}: JobsView): JobFilters {
  return filters
}

export const hasFilters = ({ search, status, warning, among, only, completed, visits, ...filters }: JobFilters) =>
  Boolean(search.trim() || status || warning || among || only || completed || visits || hasMoreFilters(filters))

/** Whether any filter is set that the panel keeps below its first row. */
export const hasMoreFilters = ({
  person,
  agency,
  site,
  visit,
}: Pick<JobFilters, 'person' | 'agency' | 'site' | 'visit'>) => Boolean(person || agency || site || visit)

/** The API query for the first page of jobs that match these filters. */
export const askedFirst = (filters: Partial<JobFilters>) => askedFor({ ...wholeList, ...filters })

/** The address of the jobs a figure counts. */
export const jobsOf = (filters: Partial<JobFilters>) => `/sites?${addressOf({ ...wholeList, ...filters })}`

/** A view without the dashboard's filters. */
export const withoutCounted = (view: JobsView): JobsView => ({ ...view, ...notCounted, page: 1 })

/** The view after a click on a column heading: descending first, then ascending. */
export const sortedBy = (view: JobsView, sort: JobSort): JobsView => ({
  ...view,
  sort,
  direction: view.sort === sort && view.direction === 'desc' ? 'asc' : 'desc',
  page: 1,
})

/** A column to sort by, and its direction. */
export type Order = `${JobSort} ${JobsView['direction']}`

export const orderOf = ({ sort, direction }: Pick<JobsView, 'sort' | 'direction'>): Order => `${sort} ${direction}`

/** Every order the list can have. */
export const orders = jobSorts.flatMap((sort) =>
  (['desc', 'asc'] as const).map((direction) => ({ order: orderOf({ sort, direction }), sort, direction })),
)
