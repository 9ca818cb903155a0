import { may, mayNow } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { jobNumber } from '#core/part/values.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import type { NamedSite } from '#core/wire/jobs/sites.ts'
import { addressOf, noFilters, viewIn } from '#web/features/navigation/jobs-address.ts'
import { allPlaces, type Place } from '#web/features/navigation/navigation.ts'
import { isJobNumber } from './job-of-number.ts'

/** How many entries fit a glance. */
export const mostEntries = 8
/** How many of them are sites. */
const mostSites = 2
/** How many of them may be jobs, which leaves room for other matches. */
const mostJobs = 5

/** An action that stays on the page. */
export type PaletteAction = 'new-job' | 'scheme' | 'keyboard' | 'log-out'

/** One line of the palette; `to` is the address it opens. */
export type Entry =
  | { id: string; kind: 'job'; job: JobRow; to: string }
  | { id: string; kind: 'place'; name: string; to: string; place: Place }
  | { id: string; kind: 'site'; name: string; to: string }
  | { id: string; kind: 'search'; name: string; count: number; to: string }
  | { id: string; kind: 'act'; name: string; act: PaletteAction; key?: string }

/** The jobs found; `total` counts all matches. */
export type Found = { jobs: readonly JobRow[]; total: number; sites?: readonly NamedSite[] }

/**
 * What was found for an earlier text, as far as it is what is typed now: Enter opens the first line, and must open nothing else while the
 * next answer is on its way. A number is that of one job.
 */
export function stillFound(typed: string, { jobs, sites = [] }: Found): Found {
  const search = typed.trim().toLowerCase()
  const has = (text = '') => text.toLowerCase().includes(search)
  if (isJobNumber(search)) {
    const left = jobs.filter(({ jobRef }) => jobRef === jobNumber(search))
    return { jobs: left, total: left.length }
  }
  const left = jobs.filter(({ apartmentName, office }) =>
    [apartmentName, office?.workOrder, office?.agency].some((text) => has(text)),
  )
  return { jobs: left, total: left.length, sites: sites.filter(({ name }) => has(name)) }
}

/** The palette's entries for the typed text: jobs, then places and actions that the role may use, in a closed company no changes. */
export function entriesFor(
  typed: string,
  role: Role,
  { jobs, total, sites = [] }: Found,
  otherScheme: string,
  isClosed = false,
): Entry[] {
  const search = typed.trim()
  const places = sites.slice(0, mostSites).map(siteEntry)
  const acts = offeredEntries(role, otherScheme, isClosed).filter(({ name, words }) =>
    matchesSearch(search, name, words),
  )
  const found = jobs.slice(0, acts.length > mostEntries - mostJobs ? mostJobs : mostEntries - acts.length)
  const all = total > found.length ? [allFound(search, role, total)] : []
  const room = mostEntries - all.length - places.length
  const shown = found.slice(0, acts.length === 0 ? room : room - 1).map(jobEntry)
  return [...shown, ...places, ...all, ...acts.slice(0, room - shown.length).map(({ words: _, ...entry }) => entry)]
}

const siteEntry = ({ siteId, name }: NamedSite): Entry => ({ id: siteId, kind: 'site', name, to: `/site/${siteId}` })

const jobEntry = (job: JobRow): Entry => ({ id: job.jobId, kind: 'job', job, to: `/job/${job.jobId}` })

function allFound(search: string, role: Role, count: number): Entry {
  const type = may.seeOfficeFacts(role) ? 'all' : 'apartmentName'
  const address = addressOf({ ...viewIn(new URLSearchParams()), ...noFilters, type, search })
  return { id: 'all', kind: 'search', name: `All jobs with “${search}”`, count, to: `/sites?${address}` }
}

/** `words` are synonyms. */
type OfferedEntry = Exclude<Entry, { kind: 'job' }> & { words: string }

function offeredEntries(role: Role, otherScheme: string, isClosed: boolean): OfferedEntry[] {
  const act = (name: string, act: PaletteAction, words: string, key?: string): OfferedEntry => ({
    id: act,
    kind: 'act',
    name,
    act,
    words,
    ...(key ? { key } : {}),
  })
  return [
    ...(mayNow('createJob', role, isClosed) ? [act('New Job', 'new-job', 'create add', 'N')] : []),
    ...places(role),
    act(`Use ${otherScheme} colours`, 'scheme', 'theme mode light dark'),
    act('Keyboard', 'keyboard', 'keys shortcuts help', '?'),
    act('Logout', 'log-out', 'log out sign leave'),
  ]
}

const places = (role: Role): OfferedEntry[] =>
  allPlaces(role).map((place) => ({
    id: place.to,
    kind: 'place',
    name: place.name,
    to: place.to,
    place,
    words: place.bar ?? '',
  }))

/** Whether every typed word begins a word of a name. An empty search matches everything. */
export function matchesSearch(search: string, ...names: string[]): boolean {
  const has = names.join(' ').toLowerCase().split(/\s+/)
  const typed = search.toLowerCase().split(/\s+/).filter(Boolean)
  // People may type 'Go to Calendar'.
  const words = typed[0] === 'go' ? typed.filter((word) => word !== 'go' && word !== 'to') : typed
  return words.every((word) => has.some((one) => one.startsWith(word)))
}
