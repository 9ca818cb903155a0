import { createStore, del, get, update } from 'idb-keyval'
import type { Queue } from './outbox.ts'

/** Where a person's queue is kept between visits, shared by the tabs of one browser. */
export type OutboxStorage = {
  read(): Promise<Queue>
  /** Changes the kept queue in one step and answers the new one. */
  change(by: (queue: Queue) => Queue): Promise<Queue>
  wipe(): Promise<void>
  /** Calls back when another tab has changed it; answers how to stop. */
  watch(changed: () => void): () => void
}

/** The queue in IndexedDB, one for each person in each company. */
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

/** The same, kept in memory from the first time that the browser refuses to keep it (a private window, a full disk). */
export function withMemoryFallback(kept: OutboxStorage): OutboxStorage {
  let memory: Queue | undefined
  /** As it was last kept: what waits goes on waiting. */
  let last: Queue = []
  const trying = async <T>(work: () => Promise<T>, instead: () => T): Promise<T> => {
    if (memory === undefined) {
      try {
        return await work()
      } catch (error) {
        console.error('This browser does not keep unsent changes', error)
      }
    }
    return instead()
  }
  return {
    ...kept,
    read: () =>
      trying(
        async () => (last = await kept.read()),
        () => (memory ??= last),
      ),
    change: (by) =>
      trying(
        async () => (last = await kept.change(by)),
        () => (memory = by(memory ?? last)),
      ),
    // Also what was kept before the browser refused.
    wipe: async () => {
      last = []
      if (memory) memory = []
      try {
        await kept.wipe()
      } catch (error) {
        console.error('This browser does not forget unsent changes', error)
        memory = []
      }
    },
  }
}
