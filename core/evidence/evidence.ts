import { type Erased, type HistoryEntry, historyOf } from '#core/history/history.ts'
import { kindOf } from '#core/history/kinds.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { unreadJob } from '#core/job/fold/unread-job.ts'
import type { Job } from '#core/job/job.ts'
import { forTeam, isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { MalformedEvent, whyUnreadable } from '#core/ledger/shapes.ts'
import { type Audience, isOffice, visible } from '#core/model/access.ts'
import { wallClock } from '#core/time/wall-clock.ts'

/** The options of an evidence pack: whose copy it is, and what it leaves out. Days are in the company's time zone, both included. */
export type EvidenceChoice = {
  copy: Audience
  prices: boolean
  /** Whether it includes the office's comments. */
  notes: boolean
  from?: string | undefined
  to?: string | undefined
  zone: string
}

/** How many events are left out of a copy, by reason; each event is counted once. */
export type LeftOut = { office: number; prices: number; notes: number; period: number }

/**
 * An event that cannot be read: this release does not know it, or its data are damaged. The team is told that there is one, but not
 * what it is: it may be an office fact.
 */
export type Gap = { version: number; type?: string; recordedAt: string; isDamaged: boolean }

/** What a copy may show of a job's events, oldest first. */
export type Evidence = {
  entries: HistoryEntry[]
  /** The stored events behind the entries, as far as the copy may include them. */
  events: StoredEvent[]
  /** All events that the copy's reader may see up to the end of its period. The job is folded from them. */
  known: StoredEvent[]
  /** Stands in for the job as it was created, where that cannot be read. */
  begun?: Job
  leftOut: LeftOut
  /** The job's events that cannot be read, whatever the period. They have entries at most, and no place in `events` or `known`. */
  gaps: Gap[]
}

/** Selects the contents of a copy from a job's whole history, oldest first. Only the office sees erasures. */
export function evidenceOf(
  history: readonly StoredEvent[],
  choice: EvidenceChoice,
  erasures?: ReadonlyMap<number, Erased>,
): Evidence {
  const reasons = history.map((event) => ({ event, why: whyUnreadable(event) })).filter(({ why }) => why !== undefined)
  const gaps = new Set(reasons.map(({ event }) => event.version))
  const isReadable = ({ version }: StoredEvent) => !gaps.has(version)
  /** The version of the event that an event is about: of the corrected one for a correction, else its own. */
  const about = (event: StoredEvent) =>
    event.type === 'TimeCorrected' && isReadable(event) ? event.data.version : event.version
  const allowed = choice.copy === 'team' ? forTeam(history) : history
  const priced = choice.prices ? allowed : without(allowed, isOfMoney, about)
  const included = choice.notes ? priced : without(priced, isOfficeNote(priced.filter(isReadable)), about)
  const entries = historyOf(included, choice.copy === 'office' ? erasures : undefined).reverse()
  const times = new Map(entries.map((one) => [one.version, whenOf(one)]))
  // A correction is listed with the event that it corrects, whenever it was made.
  const timeOf = (event: StoredEvent) => times.get(about(event)) ?? event.happenedAt
  const dayOf = (event: StoredEvent) => wallClock(timeOf(event), choice.zone).day
  const until = included.filter((one) => choice.to === undefined || dayOf(one) <= choice.to)
  const ofPeriod = until.filter((one) => choice.from === undefined || dayOf(one) >= choice.from)
  const shown = new Set(ofPeriod.map((one) => one.version))
  const [first] = history
  const begun = first && !isReadable(first) ? unreadJob(first) : undefined
  return {
    entries: entries.filter((one) => shown.has(one.version)),
    events: ofPeriod.filter(isReadable),
    known: until.filter(isReadable),
    ...(begun ? { begun: visible(choice.copy, begun) } : {}),
    gaps: reasons.map(({ event: { version, type, recordedAt }, why }) => ({
      version,
      ...(choice.copy === 'office' ? { type } : {}),
      recordedAt,
      isDamaged: why instanceof MalformedEvent,
    })),
    leftOut: {
      office: history.length - allowed.length,
      prices: allowed.length - priced.length,
      notes: priced.length - included.length,
      period: included.length - ofPeriod.length,
    },
  }
}

/** The job at the end of a copy's period, as its reader may see it. */
export const jobOf = ({ known, begun }: Pick<Evidence, 'known' | 'begun'>): Job | undefined =>
  foldJob(known.filter(isJobEvent), begun)

/** When something happened, by its latest correction if there is one. */
export const whenOf = ({ corrected, happenedAt }: HistoryEntry) => corrected?.happenedAt ?? happenedAt

export const leftOutInAll = ({ office, prices, notes, period }: LeftOut) => office + prices + notes + period

/** A sentence on how many events are left out and why; undefined if none are. */
export function leftOutWords(leftOut: LeftOut): string | undefined {
  const reasons = [
    ['office records', leftOut.office],
    ['prices and invoices', leftOut.prices],
    ['office comments', leftOut.notes],
    ['other days', leftOut.period],
  ] as const
  const total = leftOutInAll(leftOut)
  if (total === 0) return undefined
  const why = reasons.filter(([, count]) => count > 0).map(([name, count]) => `${name} (${count})`)
  return `${total === 1 ? '1 event is' : `${total} events are`} left out of this copy: ${why.join(', ')}.`
}

const isOfMoney = ({ type }: StoredEvent) => kindOf[type] === 'money'

/** Matches the comments that the office wrote in these events, and their deletions. */
function isOfficeNote(readable: readonly StoredEvent[]) {
  const notes = readable.flatMap((one) => (one.type === 'NoteAdded' || one.type === 'NoteDeleted' ? [one] : []))
  const isOfOffice = (one: StoredEvent) => one.type === 'NoteAdded' && isOffice(one.actorRole)
  const written = new Set(notes.filter(isOfOffice).map(({ data }) => data.noteId))
  const versions = new Set(notes.filter(({ data }) => written.has(data.noteId)).map(({ version }) => version))
  return ({ version }: StoredEvent) => versions.has(version)
}

/** The events without those left out and without corrections of their times. */
function without(
  history: readonly StoredEvent[],
  isLeftOut: (event: StoredEvent) => boolean,
  about: (event: StoredEvent) => number,
): StoredEvent[] {
  const gone = new Set(history.filter(isLeftOut).map((one) => one.version))
  return history.filter((one) => !gone.has(about(one)))
}
