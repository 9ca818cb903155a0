import { createStore, del, get } from 'idb-keyval'
import type { Queue } from '#web/sync/outbox/outbox.ts'

/** Reads a person's queue as an earlier build stored it, in one array; deletes it once it is stored in the new form. */
export async function moveOldQueue(
  database: string,
  owner: string,
  store: (queue: Queue) => Promise<unknown>,
): Promise<void> {
  const queues = createStore(database, 'queues')
  const queue = (await get<Queue>(owner, queues)) ?? []
  if (queue.length === 0) return
  await store(queue)
  await del(owner, queues)
}
