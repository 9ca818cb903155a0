import { UnknownEvent } from '#core/model/messages.ts'
import type { StoredEvent } from './ledger.ts'
import { whyUnreadable } from './shapes.ts'

/** Why people cannot read an event and what helps; undefined for an event that this release can read. */
export function unreadableWords(event: Pick<StoredEvent, 'type' | 'schema' | 'data'>): string | undefined {
  const why = whyUnreadable(event)
  if (why === undefined) return undefined
  return why instanceof UnknownEvent
    ? `This version of Fettle does not know this change (${event.type}). Update Fettle to read it.`
    : `This change (${event.type}) was not written by Fettle as it stands here. Ask your server’s operator to verify the ledger.`
}

/** What an unreadable entry says in place of a sentence of its type. */
export const unreadableSentence = 'made a change that cannot be read'

/** The events of a stream before the first one that this release cannot read: the state after them is the last one known. */
export function readableUntil<E extends Pick<StoredEvent, 'type' | 'schema' | 'data'>>(events: readonly E[]): E[] {
  const end = events.findIndex((event) => whyUnreadable(event) !== undefined)
  return end < 0 ? [...events] : events.slice(0, end)
}
