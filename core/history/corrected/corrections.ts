import type { StoredEvent } from '#core/ledger/ledger.ts'
import { whyUnreadable } from '#core/ledger/shapes.ts'

/** A correction of when an event happened; `version` is that of the event which corrects. */
export type Corrected = { happenedAt: string; reason: string; version: number }

/** Where an event is, whatever company it is of. */
export const placeOf = (streamId: string, version: number) => `${streamId} ${version}`

/** The latest correction of each event's time, by stream and version. */
export function correctionsIn(events: readonly StoredEvent[]) {
  const corrections = new Map<string, Corrected>()
  for (const event of events) {
    if (event.type !== 'TimeCorrected' || whyUnreadable(event)) continue
    const { data, streamId, version } = event
    const { happenedAt, reason } = data
    corrections.set(placeOf(streamId, data.version), { happenedAt, reason, version })
  }
  return corrections
}
