import type { Queue } from '#web/sync/outbox/outbox.ts'

const oldDatabase = 'fettle-outbox'

/** Gives the queue that an earlier build has left of a person to be stored in the new form, and deletes it then. */
export async function takeOldQueue(owner: string, store: (queue: Queue) => Promise<unknown>): Promise<void> {
  // Opening it to see would make it.
  const databases = await indexedDB.databases()
  if (databases.every(({ name }) => name !== oldDatabase)) return
  const { moveOldQueue } = await import('./move-old-queue.ts')
  await moveOldQueue(oldDatabase, owner, store)
}
