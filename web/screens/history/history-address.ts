import { type HistoryKind, historyKinds } from '#core/history/kinds.ts'
import { addDays } from '#core/time/wall-clock.ts'

/** The periods offered by name. */
export const periods = ['today', 'week', 'month'] as const
export type Period = (typeof periods)[number]
const daysOf: Record<Period, number> = { today: 1, week: 7, month: 30 }

/** The company's history as its address describes it; an empty value filters nothing. */
export type HistoryView = {
  search: string
  people: readonly string[]
  kinds: readonly HistoryKind[]
  sites: readonly string[]
  period: Period | ''
  /** Days chosen individually. */
  from: string
  to: string
}

export const everything: HistoryView = { search: '', people: [], kinds: [], sites: [], period: '', from: '', to: '' }

const isDay = (text: string | null): text is string =>
  text !== null && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The view of an address; unknown values are treated as absent. */
export function historyViewIn(address: URLSearchParams): HistoryView {
  const [from, to] = [address.get('from'), address.get('to')]
  return {
    search: address.get('search') ?? '',
    people: address.getAll('person'),
    kinds: historyKinds.filter((kind) => address.getAll('kind').includes(kind)),
    sites: address.getAll('site'),
    period: periods.find((one) => one === address.get('period')) ?? '',
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
  }
}

/** The shortest address of a view; `event` is the open one. */
export function historyAddressOf({ search, people, kinds, sites, ...days }: HistoryView, event?: number) {
  const address = new URLSearchParams()
  const lists = { person: people, kind: kinds, site: sites }
  if (search) address.set('search', search)
  for (const [name, values] of Object.entries(lists)) for (const value of values) address.append(name, value)
  for (const name of ['period', 'from', 'to'] as const) if (days[name]) address.set(name, days[name])
  if (event !== undefined) address.set('event', String(event))
  return address
}

/** The event an address opens. */
export const eventIn = (address: URLSearchParams) => Number(address.get('event')) || undefined

/** A view as an API query; `today` is the company's. */
export function historyQueryOf({ period, from, to, ...view }: HistoryView, today: string): string {
  const days = period ? { from: addDays(today, 1 - daysOf[period]), to: today } : { from, to }
  return String(historyAddressOf({ ...view, search: view.search.trim(), period: '', ...days }))
}

export const isNarrowed = (view: HistoryView) => String(historyAddressOf(view)) !== ''
