import { type Erased, type HistoryEntry, historyOf } from '#core/history/history.ts'
import { kindOf } from '#core/history/kinds.ts'
import { forTeam, type StoredEvent } from '#core/ledger/ledger.ts'
import type { Audience } from '#core/model/access.ts'
import { wallClock } from '#core/time/wall-clock.ts'

/** What a pack of evidence is to hold: for whom it is, and what is left out of it. Days are the company's, both included. */
export type EvidenceChoice = {
  copy: Audience
  prices: boolean
  /** Whether what the office wrote under the job is in it. */
  notes: boolean
  from?: string | undefined
  to?: string | undefined
  zone: string
}

/** How many events are left out of a copy, and why; an event is counted once. */
export type LeftOut = { office: number; prices: number; notes: number; period: number }

/** What a copy may tell of a job's events, oldest first. */
export type Evidence = {
  /** What the copy shows. */
  entries: HistoryEntry[]
  /** The stored events of those entries, as the copy may have them. */
  events: StoredEvent[]
  /** All that the copy's reader may know up to the end of its period: the job is folded from them. */
  known: StoredEvent[]
  leftOut: LeftOut
}

/** Chooses from a job's whole history, oldest first, what a copy tells. What was erased since is the office's to know. */
export function evidenceOf(
  history: readonly StoredEvent[],
  choice: EvidenceChoice,
  erasures?: ReadonlyMap<number, Erased>,
): Evidence {
  const allowed = choice.copy === 'team' ? forTeam(history) : history
  const priced = choice.prices ? allowed : without(allowed, isOfMoney)
  const told = choice.notes ? priced : without(priced, isOfficeNote(priced))
  const entries = historyOf(told, choice.copy === 'office' ? erasures : undefined).reverse()
  const times = new Map(entries.map((one) => [one.version, whenOf(one)]))
  // A correction stands beside what it corrects, whenever it was made.
  const timeOf = (event: StoredEvent) =>
    times.get(event.type === 'TimeCorrected' ? event.data.version : event.version) ?? event.happenedAt
  const dayOf = (event: StoredEvent) => wallClock(timeOf(event), choice.zone).day
  const known = told.filter((one) => choice.to === undefined || dayOf(one) <= choice.to)
  const events = known.filter((one) => choice.from === undefined || dayOf(one) >= choice.from)
  const shown = new Set(events.map((one) => one.version))
  return {
    entries: entries.filter((one) => shown.has(one.version)),
    events,
    known,
    leftOut: {
      office: history.length - allowed.length,
      prices: allowed.length - priced.length,
      notes: priced.length - told.length,
      period: told.length - events.length,
    },
  }
}

/** When something happened: as it was corrected last, where it was. */
export const whenOf = ({ corrected, happenedAt }: HistoryEntry) => corrected?.happenedAt ?? happenedAt

export const leftOutInAll = ({ office, prices, notes, period }: LeftOut) => office + prices + notes + period

/** How many are left out and why, 'prices (3), the period (2)'; undefined when all are there. */
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

/** What the office wrote, and that it was taken away again. */
function isOfficeNote(history: readonly StoredEvent[]) {
  const written = new Set(
    history.flatMap((one) => (one.type === 'NoteAdded' && one.actorRole !== 'team' ? [one.data.noteId] : [])),
  )
  return (event: StoredEvent) =>
    (event.type === 'NoteAdded' || event.type === 'NoteDeleted') && written.has(event.data.noteId)
}

/** The events that are not of a kind; what is said of the time of one that goes, goes with it. */
function without(history: readonly StoredEvent[], isLeftOut: (event: StoredEvent) => boolean): StoredEvent[] {
  const gone = new Set(history.filter(isLeftOut).map((one) => one.version))
  return history.filter((one) => !gone.has(one.type === 'TimeCorrected' ? one.data.version : one.version))
}
