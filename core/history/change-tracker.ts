import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Change } from './changes.ts'

/** Returns a function that folds one event into its stream and returns what it changed; undefined if it is not wanted. */
export function changeTracker<S, E extends StoredEvent>(
  evolve: (state: S | undefined, event: E) => S | undefined,
  changesOf: (before: S | undefined, after: S | undefined) => Change[],
  wanted: (event: StoredEvent) => boolean,
) {
  const states = new Map<string, S | undefined>()
  return (event: E) => {
    const before = states.get(event.streamId)
    const after = evolve(before, event)
    states.set(event.streamId, after)
    return wanted(event) ? changesOf(before, after) : undefined
  }
}
