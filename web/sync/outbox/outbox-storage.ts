import { createStore, del, get, update } from 'idb-keyval'
import type { Queue } from './outbox.ts'

/** Stores a person's queue between visits, shared by the tabs of one browser. */
export type OutboxStorage = {
  read(): Promise<Queue>
  /** Changes the stored queue atomically and returns the new one. */
  change(by: (queue: Queue) => Queue): Promise<Queue>
  wipe(): Promise<void>
  /** Calls back when another tab has changed it; returns a function that stops. */
  watch(changed: () => void): () => void
}

/** Queues in IndexedDB, one per person and company. */
export function indexedDbStorage(owner: string): OutboxStorage {
  const database = createStore('fettle-outbox', 'queues')
  const others = new BroadcastChannel(`fettle.outbox.${owner}`)
  const change: OutboxStorage['change'] = async (by) => {
    let changed: Queue = []
    await update<Queue>(owner, (queue = []) => (changed = by(queue)), database)
    others.postMessage('changed')
    return changed
  }
  return {
    read: async () => (await get<Queue>(owner, database)) ?? [],
    change,
    wipe: async () => {
      await del(owner, database)
      others.postMessage('changed')
    },
    watch: (changed) => {
      others.addEventListener('message', changed)
      return () => {
        others.removeEventListener('message', changed)
      }
    },
  }
}

/** Falls back to memory once the browser refuses to store the queue (private window, full disk). */
export function withMemoryFallback(storage: OutboxStorage): OutboxStorage {
  let memory: Queue | undefined
  /** As last stored, so that waiting commands are not lost. */
  let last: Queue = []
  const attempt = async <T>(work: () => Promise<T>, fallback: () => T): Promise<T> => {
    if (memory === undefined) {
      try {
        return await work()
      } catch (error) {
        console.error('This browser does not store unsent changes', error)
      }
    }
    return fallback()
  }
  return {
    ...storage,
    read: () =>
      attempt(
        async () => (last = await storage.read()),
        () => (memory ??= last),
      ),
    change: (by) =>
      attempt(
        async () => (last = await storage.change(by)),
        () => (memory = by(memory ?? last)),
      ),
    // Also what was stored before the browser refused.
    wipe: async () => {
      last = []
      if (memory) memory = []
      try {
        await storage.wipe()
      } catch (error) {
        console.error('This browser could not delete unsent changes', error)
        memory = []
      }
    },
  }
}
