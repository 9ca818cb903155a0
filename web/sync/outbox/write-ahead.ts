import { added, type Entry, type Queue } from './outbox.ts'
import type { OutboxStorage } from './outbox-storage.ts'

/** A storage that can also write a command down in the very moment in which it is given. */
export type WriteAheadStorage = OutboxStorage & {
  /** Writes it down before this call returns, until a change of the queue has kept it. */
  ahead(entry: Entry): void
}

/**
 * Writes commands down ahead of the queue. IndexedDB keeps them a moment later, and a person who gives a comment and leaves
 * the page at once is quicker; localStorage is written before the call returns. What a page left there is taken into the
 * queue by the next one that reads it; a command that was taken meanwhile is taken once, by its id.
 */
export function withWriteAhead(kept: OutboxStorage, owner: string, notes: Storage = localStorage): WriteAheadStorage {
  const prefix = `fettle.outbox.${owner}.`
  /** Written by this page, and not known to be kept yet. */
  const mine = new Set<string>()
  const change: OutboxStorage['change'] = async (by) => {
    const queue = await kept.change(by)
    for (const { commandId } of queue) if (mine.delete(commandId)) notes.removeItem(prefix + commandId)
    return queue
  }
  const takeIn = async (left: readonly Entry[]): Promise<Queue> => {
    const queue = await kept.change((now) => left.reduce(added, now))
    for (const { commandId } of left) notes.removeItem(prefix + commandId)
    return queue
  }
  return {
    ...kept,
    ahead: (entry) => {
      try {
        notes.setItem(prefix + entry.commandId, JSON.stringify(entry))
        mine.add(entry.commandId)
      } catch (error) {
        console.error('This browser does not write changes down at once', error)
      }
    },
    change,
    read: () => {
      const left = entriesIn(notes, prefix).filter((one) => !mine.has(one.commandId))
      return left.length === 0 ? kept.read() : takeIn(left)
    },
    wipe: async () => {
      for (const key of keysIn(notes, prefix)) notes.removeItem(key)
      mine.clear()
      await kept.wipe()
    },
  }
}

const keysIn = (notes: Storage, prefix: string) =>
  Array.from({ length: notes.length }, (_, place) => notes.key(place) ?? '').filter((key) => key.startsWith(prefix))

/** In the order in which they were given: their ids begin with the time. */
const entriesIn = (notes: Storage, prefix: string): Entry[] =>
  keysIn(notes, prefix)
    .sort()
    .map((key): Entry => JSON.parse(notes.getItem(key) ?? ''))
