import { added, type Entry, type Queue } from './outbox.ts'
import type { OutboxStorage } from './outbox-storage.ts'

/** An outbox storage that can also write a command synchronously. */
export type WriteAheadStorage = OutboxStorage & {
  /** Writes the entry before returning; removed once a change of the queue has stored it. */
  writeAhead(entry: Entry): void
}

/**
 * Writes commands to localStorage before they reach IndexedDB, which is asynchronous: someone may add a comment and leave the
 * page at once. The next page that reads the queue picks up what was left; command ids rule out duplicates.
 */
export function withWriteAhead(storage: OutboxStorage, owner: string, log: Storage = localStorage): WriteAheadStorage {
  const prefix = `fettle.outbox.${owner}.`
  /** Written by this page and not yet confirmed as stored. */
  const unconfirmed = new Set<string>()
  const change: OutboxStorage['change'] = async (by) => {
    const queue = await storage.change(by)
    for (const { commandId } of queue) if (unconfirmed.delete(commandId)) log.removeItem(prefix + commandId)
    return queue
  }
  const recover = async (left: readonly Entry[]): Promise<Queue> => {
    const queue = await storage.change((now) => left.reduce(added, now))
    for (const { commandId } of left) log.removeItem(prefix + commandId)
    return queue
  }
  return {
    ...storage,
    writeAhead: (entry) => {
      try {
        log.setItem(prefix + entry.commandId, JSON.stringify(entry))
        unconfirmed.add(entry.commandId)
      } catch (error) {
        console.error('This browser cannot save changes immediately', error)
      }
    },
    change,
    read: () => {
      const left = entriesIn(log, prefix).filter((one) => !unconfirmed.has(one.commandId))
      return left.length === 0 ? storage.read() : recover(left)
    },
    wipe: async () => {
      for (const key of keysIn(log, prefix)) log.removeItem(key)
      unconfirmed.clear()
      await storage.wipe()
    },
  }
}

const keysIn = (log: Storage, prefix: string) =>
  Array.from({ length: log.length }, (_, place) => log.key(place) ?? '').filter((key) => key.startsWith(prefix))

/** In the order they were made, since their ids start with the time. */
const entriesIn = (log: Storage, prefix: string): Entry[] =>
  keysIn(log, prefix)
    .sort()
    .map((key): Entry => JSON.parse(log.getItem(key) ?? ''))
