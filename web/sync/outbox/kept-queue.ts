import { type Entry, idsOf, type Queue } from './outbox.ts'
import type { OutboxStorage } from './outbox-storage.ts'

/** What a change makes visible: the queue, and the ids of commands that the device has not stored yet. */
type Shown = { queue?: Queue; keeping?: readonly string[] }

/** The queue of an open ledger: shown at once, stored at once, and changed one step at a time. */
export function keptQueue(storage: OutboxStorage, show: (shown: Shown) => void) {
  let unkept: readonly Entry[] = []
  let line: Promise<unknown> = Promise.resolve()

  /** Runs changes one at a time, so that an older state never replaces a newer one. */
  const inLine = (work: () => Promise<Queue>): Promise<void> => {
    const turn = line.then(async () => {
      const queue = await work()
      const kept = new Set(idsOf(queue))
      show({ queue: [...queue, ...unkept.filter((one) => !kept.has(one.commandId))] })
    })
    line = turn.catch(() => undefined)
    return turn
  }
  return {
    /** Stores commands. The write has begun when this returns, so that the page can be left at once. */
    keep(entries: readonly Entry[]): Promise<void> {
      const kept = storage.keep(entries)
      unkept = [...unkept, ...entries]
      show({ keeping: idsOf(unkept) })
      // In line, so that the result of an earlier change, which does not have them, is not shown after this.
      const turn = Promise.allSettled([line, kept]).then(() => {
        unkept = unkept.filter((one) => !entries.includes(one))
        show({ keeping: idsOf(unkept) })
      })
      line = turn
      return turn
    },
    /** Changes the stored queue, then the shown one. */
    change: (by: (queue: Queue) => Queue) => inLine(() => storage.change(by)),
    /** Shows what is stored. */
    refresh: () => inLine(storage.read),
  }
}

export type KeptQueue = ReturnType<typeof keptQueue>
