import { type PartFilter, partFilters, partSorts } from '#core/wire/list-options.ts'
import type { AskedParts } from '#web/sync/reads/parts.ts'

export type PartSort = (typeof partSorts)[number]

/** The parts book as its address describes it; an empty value filters nothing. */
export type PartsView = {
  search: string
  filter: PartFilter | ''
  sort: PartSort
  direction: 'asc' | 'desc'
  page: number
}

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((one) => one === text)

/** The view of an address; unknown values are treated as absent. `usual` is the default order. */
export function partsViewIn(address: URLSearchParams, usual: PartSort): PartsView {
  const page = Number(address.get('page'))
  return {
    search: address.get('search') ?? '',
    filter: oneOf(partFilters, address.get('filter')) ?? '',
    sort: oneOf(partSorts, address.get('sort')) ?? usual,
    direction: oneOf(['asc', 'desc'], address.get('direction')) ?? 'desc',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The shortest address of a view; defaults are left out. */
export function partsAddressOf(view: PartsView, usual: PartSort): URLSearchParams {
  const left: PartsView = { search: '', filter: '', sort: usual, direction: 'desc', page: 1 }
  const address = new URLSearchParams()
  for (const name of ['search', 'filter', 'sort', 'direction', 'page'] as const)
    if (view[name] !== left[name]) address.set(name, String(view[name]))
  return address
}

/** A view as an API query. */
export const askedParts = ({ search, filter, ...view }: PartsView): AskedParts => ({
  ...(search.trim() ? { search: search.trim() } : {}),
  ...(filter ? { filter } : {}),
  ...view,
})

/** The view after a click on a column heading: descending first, then ascending. */
export const partsSortedBy = (view: PartsView, sort: PartSort): PartsView => ({
  ...view,
  sort,
  direction: view.sort === sort && view.direction === 'desc' ? 'asc' : 'desc',
  page: 1,
})
