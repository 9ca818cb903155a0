import { jobRef } from '#core/job/values.ts'
import { type EventType, isEventType, isPrivate, type StoredEvent } from '#core/ledger/ledger.ts'
import { unreadableWords } from '#core/ledger/unreadable.ts'
import type { CompanyEntry } from './company-entry.ts'
import { type Erased, type HistoryEntry, historySteps } from './history.ts'
import { kindOf } from './kinds.ts'
import { whyOf } from './reasons.ts'

/** Types of events that the product records automatically. */
export const automaticTypes: readonly EventType[] = ['JobStatusChanged']
/** Types of events that record reports from the card provider. */
export const providerTypes: readonly EventType[] = [
  'PlanActivated',
  'PlanRenewed',
  'PlanPaymentFailed',
  'PlanCancelled',
  'PlanResumed',
]

const byOf = ({ type, actorId, actorRole }: StoredEvent): CompanyEntry['by'] => {
  if (actorRole === 'tenant') return 'tenant'
  if (automaticTypes.includes(type)) return 'fettle'
  if (actorId !== undefined) return 'person'
  return providerTypes.includes(type) ? 'stripe' : 'fettle'
}

/** The kind of an event whose type only a newer release knows. */
const kindOfStream = {
  job: 'job',
  part: 'parts',
  site: 'sites',
  recurring: 'recurring',
  report: 'reports',
  todo: 'tasks',
  views: 'people',
  member: 'people',
  company: 'people',
} as const

type Place = CompanyEntry['place']

type IsReadable = (event: StoredEvent) => boolean
type Shown = { event: StoredEvent; place: Place; hash: string }

/** The events with these hashes, oldest first, each with its job and site by their names at the time. */
function shownIn(events: readonly StoredEvent[], hashes: ReadonlyMap<number, string>, isReadable: IsReadable): Shown[] {
  const shown: Shown[] = []
  const places = new Map<string, Place>()
  for (const event of events) {
    const place = placeAfter(places.get(event.streamId), event, isReadable)
    places.set(event.streamId, place)
    const hash = hashes.get(event.seq)
    if (hash !== undefined) shown.push({ event, place, hash })
  }
  return shown
}

/** The types of events that tell a place. */
const telling: readonly EventType[] = [
  'JobCreated',
  'JobSiteChanged',
  'SiteAdded',
  'SiteNamed',
  'RepairReported',
  'RecurringWorkSetUp',
  'RecurringWorkChanged',
  'PartAdded',
  'PartChanged',
]

function placeAfter(before: Place, event: StoredEvent, isReadable: IsReadable): Place {
  if (!telling.includes(event.type) || !isReadable(event)) return before
  if (event.type === 'JobCreated') {
    const number = event.number === undefined ? '' : jobRef(event.number)
    return { jobId: event.streamId, jobRef: number, apartmentName: event.data.apartmentName }
  }
  if (event.type === 'JobSiteChanged') return before && { ...before, apartmentName: event.data.apartmentName }
  if (event.type === 'RecurringWorkSetUp' || event.type === 'RecurringWorkChanged')
    return { jobRef: '', apartmentName: event.data.called }
  if (event.type === 'RepairReported') return { jobRef: '', apartmentName: event.data.place }
  if (event.type === 'SiteAdded' || event.type === 'SiteNamed') return { jobRef: '', apartmentName: event.data.name }
  if (event.type === 'PartAdded' || event.type === 'PartChanged') {
    const { jobId = before?.jobRef ?? '', site = before?.apartmentName ?? '' } = event.data
    return jobId || site ? { jobRef: jobId, apartmentName: site } : undefined
  }
  return before
}

/**
 * The entries of a company's history for the events with these hashes, newest first. `events` holds them in the order of the
 * ledger, together with the earlier events that each needs. Private events are left out.
 */
export function companyEntries(
  events: readonly StoredEvent[],
  hashes: ReadonlyMap<number, string>,
  erasures?: ReadonlyMap<number, Erased>,
): CompanyEntry[] {
  return [...companyEntrySteps(events, hashes, erasures)].filter((entry) => entry !== undefined).reverse()
}

/** {@link companyEntries} one event after the other, oldest first, for a caller that lets others work in between. */
export function* companyEntrySteps(
  events: readonly StoredEvent[],
  hashes: ReadonlyMap<number, string>,
  erasures?: ReadonlyMap<number, Erased>,
): Generator<CompanyEntry | undefined> {
  // To check a new job takes longer than to fold it, and a page has the creation of each of its jobs.
  const known = new Map<StoredEvent, string | undefined>()
  const wordsOf = (event: StoredEvent) => {
    if (!known.has(event)) known.set(event, unreadableWords(event))
    return known.get(event)
  }
  const shown = shownIn(events, hashes, (event) => wordsOf(event) === undefined).values()
  for (const entry of historySteps(events, erasures, ({ seq }) => hashes.has(seq), wordsOf)) {
    const one = entry && shown.next().value
    // All of a to-do list is private, also what only a newer release knows; of a list of views what it knows may be.
    const mayBePrivate =
      one && (one.event.stream === 'todo' || (one.event.stream === 'views' && !isEventType(one.event.type)))
    const isHidden = one && (mayBePrivate || isPrivate(one.event))
    yield one && !isHidden ? companyEntryOf(entry, one) : undefined
  }
}

function companyEntryOf(entry: HistoryEntry, { event, place, hash }: Shown): CompanyEntry {
  const { stream, streamId, type } = event
  const isReadable = entry.unreadable === undefined
  const why = isReadable ? whyOf(event) : undefined
  return {
    ...entry,
    ...(isReadable && event.type === 'TimeCorrected'
      ? { sentence: `corrected the time of the job’s event ${event.data.version}: ${event.data.reason}` }
      : {}),
    kind: isEventType(type) ? kindOf[type] : kindOfStream[stream],
    by: byOf(event),
    stream,
    streamId,
    ...(place ? { place } : {}),
    ...(why === undefined ? {} : { why }),
    hash,
  }
}
