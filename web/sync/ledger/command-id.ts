import { v7 as uuid } from 'uuid'
import type { Queue } from '#web/sync/outbox/outbox.ts'

/** An id that sorts after those of the queue, even if the clock was set back in the meantime. */
export function idAfter(queue: Queue): string {
  const id = uuid()
  const last = queue.at(-1)?.commandId ?? ''
  return id > last ? id : uuid({ msecs: Number.parseInt(last.replace('-', '').slice(0, 12), 16) + 1 })
}
