import { committed, strictStore } from '#web/sync/storage/strict-store.ts'
import { forget, forgetAll } from './ahead/notes.ts'
import { takeOldQueue } from './earlier/old-queue.ts'
import { type Entry, idsOf, inOrder, type Queue, withKept } from './outbox.ts'
import { type StoredEntry, stored, upcast } from './stored-entry.ts'

/** Stores a person's queue between visits, shared by the tabs of one browser. */
export type OutboxStorage = {
  read(): Promise<Queue>
  /** Adds or replaces commands; resolves once they are on the disk. The write has begun when this returns. */
  keep(entries: readonly Entry[]): Promise<void>
  /** Changes the stored queue atomically and returns the new one. */
  change(by: (queue: Queue) => Queue): Promise<Queue>
  wipe(): Promise<void>
  /** Calls back when another tab has changed it, with the ids of commands that it has removed; returns a function that stops. */
  watch(changed: (removed: readonly string[]) => void): () => void
}

/** Queues in IndexedDB: each command is a record, so that keeping one rewrites no other. */
export function indexedDbStorage(owner: string): OutboxStorage {
  const commands = strictStore('fettle-commands', 'commands')
  const others = new BroadcastChannel(`fettle.outbox.${owner}`)
  const tell = (removed: readonly string[] = []) => others.postMessage({ removed })
  const ofOwner = IDBKeyRange.bound([owner], [owner, []])
  const put = (store: IDBObjectStore, entries: readonly Entry[]) => {
    for (const entry of entries) store.put(stored(entry), [owner, entry.commandId])
  }
  const keep: OutboxStorage['keep'] = async (entries) => {
    await commands('readwrite', (store) => {
      put(store, entries)
      return committed(store.transaction)
    })
    forget(owner, idsOf(entries))
    tell()
  }
  const changeStored: OutboxStorage['change'] = async (by) => {
    const { changed, removed } = await commands('readwrite', (store) => changedIn(store, by))
    forget(owner, idsOf(changed))
    tell(removed)
    return changed
  }
  const changedIn = (store: IDBObjectStore, by: (queue: Queue) => Queue) =>
    new Promise<{ changed: Queue; removed: string[] }>((resolve, reject) => {
      const request: IDBRequest<StoredEntry[]> = store.getAll(ofOwner)
      const { transaction } = store
      let changed: Queue = []
      let removed: string[] = []
      request.onsuccess = () => {
        const before = readable(request.result)
        changed = by(before)
        const known = new Set(before)
        const left = new Set(changed.map((one) => one.commandId))
        put(
          store,
          changed.filter((one) => !known.has(one)),
        )
        removed = idsOf(before).filter((commandId) => !left.has(commandId))
        for (const commandId of removed) store.delete([owner, commandId])
        transaction.commit()
      }
      transaction.oncomplete = () => resolve({ changed: inOrder(changed), removed })
      transaction.onabort = () => reject(transaction.error ?? request.error)
    })
  // They are taken later if this fails; meanwhile nothing else waits for them.
  const moved = takeOldQueue(owner, (left) => changeStored((queue) => withKept(left, queue))).catch((error: unknown) =>
    console.error('Unsent changes are not read', error),
  )
  return {
    keep,
    change: async (by) => {
      await moved
      return changeStored(by)
    },
    read: async () => {
      await moved
      return commands('readonly', async (store) => readable(await answerOf<StoredEntry[]>(store.getAll(ofOwner))))
    },
    wipe: async () => {
      await moved
      forgetAll(owner)
      await commands('readwrite', (store) => {
        store.delete(ofOwner)
        return committed(store.transaction)
      })
      tell()
    },
    watch: (changed) => {
      const listen = ({ data }: MessageEvent<{ removed: readonly string[] } | string>) =>
        // A tab of an earlier build tells no ids.
        changed(typeof data === 'string' ? [] : data.removed)
      others.addEventListener('message', listen)
      return () => {
        others.removeEventListener('message', listen)
      }
    },
  }
}

const readable = (records: readonly StoredEntry[]): Queue => records.flatMap((one) => upcast(one) ?? [])

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    if (request.transaction) request.transaction.onabort = () => reject(request.error)
  })
