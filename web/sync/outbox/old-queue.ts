import { createStore, del, get } from 'idb-keyval'
import type { Entry, Queue } from './outbox.ts'

/**
 * Moves what an earlier build has left: a queue in one array, and commands in localStorage that had not reached it. They are
 * deleted only once they are stored in the new form; a command moved twice is accepted once.
 */
export async function takeOldQueue(owner: string, keep: (entries: readonly Entry[]) => Promise<void>) {
  const notes = notesOf(owner)
  const queue = await oldQueueOf(owner)
  const entries = [...new Map([...notes.map(read), ...queue].map((one) => [one.commandId, one])).values()]
  if (entries.length === 0) return
  await keep(entries)
  if (queue.length > 0) await del(owner, createStore(database, queues))
  for (const key of notes) localStorage.removeItem(key)
}

const database = 'fettle-outbox'
const queues = 'queues'

const read = (key: string): Entry => JSON.parse(localStorage.getItem(key) ?? '')

function notesOf(owner: string): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '')
  return keys.filter((key) => key.startsWith(`fettle.outbox.${owner}.`))
}

async function oldQueueOf(owner: string): Promise<Queue> {
  if (!(await exists())) return []
  return (await get<Queue>(owner, createStore(database, queues))) ?? []
}

/** Whether the earlier build's database is there; asking must not make it. */
const exists = () =>
  new Promise<boolean>((resolve) => {
    const request = indexedDB.open(database)
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => {
      request.result.close()
      resolve(true)
    }
    request.onerror = () => resolve(false)
  })
