import { siteFilters } from '#core/wire/list-options.ts'
import type { AskedSites } from '#web/sync/reads/sites/site-reads.ts'

/** The address book as its address describes it; unknown values, and those that only the office may ask for, are treated as absent. */
export function askedIn(address: URLSearchParams, isOffice: boolean): AskedSites & { page: number } {
  const text = (name: string) => address.get(name)?.trim().slice(0, 200)
  const [search, agency] = [text('search'), isOffice ? text('agency') : undefined]
  const filter = siteFilters.find((one) => one === address.get('filter') && (isOffice || one !== 'deadlines'))
  const page = Number(address.get('page'))
  return {
    ...(search ? { search } : {}),
    ...(filter ? { filter } : {}),
    ...(agency ? { agency } : {}),
    ...(address.get('direction') === 'desc' ? { direction: 'desc' } : {}),
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
  }
}

/** The shortest address of what is asked for. */
export function addressOf({ page = 1, direction, ...asked }: AskedSites): URLSearchParams {
  const address = new URLSearchParams()
  for (const name of ['search', 'filter', 'agency'] as const) {
    const value = asked[name]
    if (value) address.set(name, value)
  }
  if (direction === 'desc') address.set('direction', direction)
  if (page > 1) address.set('page', String(page))
  return address
}
