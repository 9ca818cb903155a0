import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { whyUnreadable } from '#core/ledger/shapes.ts'
import type { Projection } from '#core/projections/projection.ts'

/** A generation of one projection of a company during folding: the rows in memory, and which of them must be written. */
export type Target = {
  projection: Projection
  generation: number
  /** Events up to here have been folded. */
  seq: number
  /** Events after this are not folded yet. */
  upTo?: number
  /** The current rows; undefined for a row that is known to be absent. */
  rows: Map<string, object | undefined>
  changed: Set<string>
  /** The changed rows that are not in the table yet. */
  created: Set<string>
  /** All rows of the generation are in memory: there is nothing to load. */
  whole: boolean
  /** The event at which it stopped. */
  failure?: Failure
}
export type Failure = { seq: number; error: string }

export const newTarget = (
  projection: Projection,
  { generation, seq, whole }: Pick<Target, 'generation' | 'seq' | 'whole'>,
): Target => ({ projection, generation, seq, whole, rows: new Map(), changed: new Set(), created: new Set() })

/** The keys touched by the events that are not in memory yet. */
export function missingKeys(target: Target, events: readonly FoldedEvent[]): string[] {
  const { projection, rows, whole } = target
  const missing = new Set<string>()
  if (whole) return []
  for (const event of events) {
    try {
      const key = isFor(target, event) ? projection.key(event) : undefined
      if (key !== undefined && !rows.has(key)) missing.add(key)
    } catch {
      break // Folding will stop at this event and say why.
    }
  }
  return [...missing]
}

/** The first event that this release cannot read, and why; null if it can read all. */
export function firstUnreadable(events: readonly FoldedEvent[]): Unreadable | null {
  for (const event of events) {
    const why = whyUnreadable(event)
    if (why) return { event, why }
  }
  return null
}
export type Unreadable = { event: FoldedEvent; why: Error }

/**
 * Folds the events that the target has not folded yet, whose rows must be in memory. At an event that cannot be folded it stops with
 * a failure: everything before that event is included, nothing from it on. A caller that folds into several targets checks for
 * unreadable events once.
 */
export function fold(target: Target, events: readonly FoldedEvent[], unreadable = firstUnreadable(events)): void {
  const { projection, rows, changed, created } = target
  for (const event of eventsFor(target, events)) {
    if (target.failure) return
    try {
      if (event === unreadable?.event) throw unreadable.why
      const key = projection.key(event)
      if (key !== undefined) {
        const before = rows.get(key)
        const after = projection.fold(before, event)
        if (after !== before) {
          if (before === undefined && !changed.has(key)) created.add(key)
          rows.set(key, after)
          changed.add(key)
        }
      }
      target.seq = event.seq
    } catch (error) {
      target.failure = failureAt(event.seq, error)
    }
  }
}

/** The events that the target has yet to fold: usually all of them. */
const eventsFor = (target: Target, events: readonly FoldedEvent[]) => {
  const [first, last] = [events[0], events.at(-1)]
  const isAll = first && last && isFor(target, first) && isFor(target, last)
  return isAll ? events : events.filter((event) => isFor(target, event))
}
const isFor = ({ seq, upTo = Number.POSITIVE_INFINITY }: Target, event: FoldedEvent) =>
  event.seq > seq && event.seq <= upTo

/** A failure whose text PostgreSQL can hold. */
export const failureAt = (seq: number, error: unknown): Failure => ({
  seq,
  error: String(error).replaceAll('\u0000', '').toWellFormed().slice(0, 2_000),
})
