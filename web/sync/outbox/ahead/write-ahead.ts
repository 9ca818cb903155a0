import { idsOf, withKept } from '#web/sync/outbox/outbox.ts'
import type { OutboxStorage } from '#web/sync/outbox/outbox-storage.ts'
import { forget, note, notesOf } from './notes.ts'

/**
 * Notes each new command in localStorage before it is given to a storage, until that has it on the disk: a browser gives up what
 * IndexedDB has not begun to write when the page is left, which includes whatever is behind another write, and a full disk takes
 * nothing. localStorage alone would not do: a browser that is killed forgets its last seconds. Reading the queue
 * includes what other pages have noted. Command ids rule out duplicates.
 */
export function withWriteAhead(storage: OutboxStorage, owner: string): OutboxStorage {
  const change: OutboxStorage['change'] = async (by) => {
    let before: readonly string[] = []
    const changed = await storage.change((queue) => {
      before = idsOf(queue)
      return by(queue)
    })
    // A withdrawn command must not come back, even if the disk refuses the change.
    const left = new Set(idsOf(changed))
    forget(
      owner,
      before.filter((commandId) => !left.has(commandId)),
    )
    return changed
  }
  return {
    ...storage,
    change,
    keep(entries) {
      note(owner, entries)
      return storage.keep(entries)
    },
    async read() {
      const queue = await storage.read()
      if (notesOf(owner).length === 0) return queue
      // Notes are read while the queue is being changed: if one is gone by then, its page has stored the command and may have sent it.
      return change((now) => withKept(notesOf(owner), now))
    },
  }
}
