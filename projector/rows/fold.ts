import { type FoldedEvent, events as knownEvents } from '#core/ledger/ledger.ts'
import { UnknownEvent } from '#core/model/messages.ts'
import { isOfKnownShape } from '#core/model/upcast.ts'
import type { Projection } from '#core/projections/projection.ts'

/** A generation of one projection of a company while it is folded: the rows in memory and those that must be written. */
export type Target = {
  projection: Projection
  generation: number
  /** Events up to here are folded in. */
  seq: number
  /** Events after this are not its turn. */
  upTo?: number
  /** Rows as they are now; undefined is a row that is known not to be. */
  rows: Map<string, object | undefined>
  changed: Set<string>
  /** Those among them that no table has yet. */
  created: Set<string>
  /** All rows that the generation has are in memory: there is nothing to load. */
  whole: boolean
  /** The event at which it stopped. */
  failure?: Failure
}
export type Failure = { seq: number; error: string }

export const newTarget = (
  projection: Projection,
  { generation, seq, whole }: Pick<Target, 'generation' | 'seq' | 'whole'>,
): Target => ({ projection, generation, seq, whole, rows: new Map(), changed: new Set(), created: new Set() })

/** The keys that the events touch and that are not in memory yet. */
export function missingKeys(target: Target, events: readonly FoldedEvent[]): string[] {
  const { projection, rows, whole } = target
  const missing = new Set<string>()
  if (whole) return []
  for (const event of events) {
    try {
      const key = isItsTurn(target, event) ? projection.key(event) : undefined
      if (key !== undefined && !rows.has(key)) missing.add(key)
    } catch {
      break // Folding will stop at this event and say why.
    }
  }
  return [...missing]
}

/** The first event of which nobody in this release can say that it is none of a projection's business; null if all are known. */
export const firstUnknown = (events: readonly FoldedEvent[]): FoldedEvent | null =>
  events.find((event) => !Object.hasOwn(knownEvents, event.type) || !isOfKnownShape(event)) ?? null

/**
 * Folds the events that the target has not had yet, whose rows must be in memory. At an event that cannot be folded it stops
 * with a failure: everything before that event is in, nothing of it or after it. Who folds them into many targets looks for the
 * unknown one once.
 */
export function fold(target: Target, events: readonly FoldedEvent[], unknown = firstUnknown(events)): void {
  const { projection, rows, changed, created } = target
  for (const event of itsTurn(target, events)) {
    if (target.failure) return
    try {
      if (event === unknown) throw new UnknownEvent(event)
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

/** Mostly all of them. */
const itsTurn = (target: Target, events: readonly FoldedEvent[]) => {
  const [first, last] = [events[0], events.at(-1)]
  const isAll = first && last && isItsTurn(target, first) && isItsTurn(target, last)
  return isAll ? events : events.filter((event) => isItsTurn(target, event))
}
const isItsTurn = ({ seq, upTo = Number.POSITIVE_INFINITY }: Target, event: FoldedEvent) =>
  event.seq > seq && event.seq <= upTo

/** A failure whose text PostgreSQL can hold. */
export const failureAt = (seq: number, error: unknown): Failure => ({
  seq,
  error: String(error).replaceAll('\u0000', '').toWellFormed().slice(0, 2_000),
})
