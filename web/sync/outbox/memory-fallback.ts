import type { Keeping } from '#web/sync/storage/device-storage.ts'
import { type Entry, type Queue, withKept } from './outbox.ts'
import type { OutboxStorage } from './outbox-storage.ts'

/** Milliseconds until what memory holds is tried again. */
const tryAgainAfter = 5_000

/**
 * Holds in memory what the device cannot keep (private window, full disk), over what it has kept, and says so. It is tried again
 * with each later change, and every few seconds: a page may be closed before there is another.
 */
export function withMemoryFallback(storage: OutboxStorage, onKeeping: (where: Keeping) => void): OutboxStorage {
  /** Commands as they should be stored; undefined if one should be deleted. */
  const unkept = new Map<string, Entry | undefined>()
  /** As last stored, in case it can no longer be read. */
  let last: Queue = []
  /** The state in which each was last seen on the device. */
  const seen = new Map<string, State>()
  /** Forgets what another tab has since taken further on the device: it must not fall back to what this one has of it. */
  const noticed = (queue: Queue) => {
    const stored = new Map(queue.map((one) => [one.commandId, one.state]))
    for (const [commandId, here] of unkept)
      if (here && isOutdated(here.state, { before: seen.get(commandId), now: stored.get(commandId) }))
        unkept.delete(commandId)
    for (const [commandId, state] of stored) seen.set(commandId, state)
    return queue
  }
  /** What another tab has removed: whatever this one still holds of it must neither be sent nor come back to the device. */
  const removed = new Set<string>()
  const over = (queue: Queue) => {
    const rest = queue.filter((one) => !unkept.has(one.commandId) && !removed.has(one.commandId))
    const held = [...unkept.values()].flatMap((one) => one ?? [])
    return unkept.size === 0 && removed.size === 0 ? queue : withKept(rest, held)
  }
  /** Writes of new commands that have not ended. */
  let writing = 0
  let isFailing = false
  let tryingAgain: ReturnType<typeof setTimeout> | undefined
  const watching = new Set<(removed: readonly string[]) => void>()
  const tryAgain = async () => {
    isFailing = false
    await change((queue) => queue)
    // What the device has kept could not be read until now.
    if (!isFailing) for (const changed of watching) changed([])
  }
  const failed = (error: unknown) => {
    console.error('Unsent changes are not kept', error)
    onKeeping('memory')
    isFailing = true
    clearTimeout(tryingAgain)
    tryingAgain = setTimeout(tryAgain, tryAgainAfter)
    return over(last)
  }
  const change: OutboxStorage['change'] = async (by) => {
    // What is held when it is written; more may be added before the device has answered.
    let held: (readonly [string, Entry | undefined])[] = []
    try {
      const stored = await storage.change((queue) => {
        const now = over(noticed(queue))
        held = [...unkept]
        return by(now)
      })
      last = noticed(stored)
      for (const [commandId, entry] of held) if (unkept.get(commandId) === entry) unkept.delete(commandId)
      if (unkept.size === 0) onKeeping('kept')
      return over(last)
    } catch (error) {
      const before = failed(error)
      const after = by(before)
      const left = new Set(after.map((one) => one.commandId))
      for (const { commandId } of before) if (!left.has(commandId)) unkept.set(commandId, undefined)
      const known = new Set(before)
      for (const entry of after) if (!known.has(entry)) unkept.set(entry.commandId, entry)
      return over(last)
    }
  }
  const keep = async (entries: readonly Entry[]) => {
    try {
      await storage.keep(entries)
      last = noticed(withKept(last, entries))
      for (const { commandId } of entries) unkept.delete(commandId)
    } catch (error) {
      failed(error)
      for (const entry of entries) unkept.set(entry.commandId, entry)
    }
  }
  /** Never on the device without the earlier ones: another tab would send them first. */
  const keepWithEarlier = (entries: readonly Entry[]) => change((queue) => withKept(queue, entries))
  return {
    watch: (changed) => {
      watching.add(changed)
      const stop = storage.watch((ids) => {
        for (const id of ids) {
          removed.add(id)
          unkept.delete(id)
        }
        changed(ids)
      })
      return () => {
        watching.delete(changed)
        stop()
      }
    },
    change,
    keep: async (entries) => {
      const mayLackEarlier = writing > 0 || unkept.size > 0
      writing += 1
      await (mayLackEarlier ? keepWithEarlier(entries) : keep(entries))
      writing -= 1
    },
    read: async () => {
      try {
        last = noticed(await storage.read())
        if (unkept.size === 0) onKeeping('kept')
        return over(last)
      } catch (error) {
        return failed(error)
      }
    },
    // Also what was stored before the browser refused.
    wipe: async () => {
      const gone = over(last)
      unkept.clear()
      last = []
      try {
        await storage.wipe()
      } catch (error) {
        failed(error)
        for (const { commandId } of gone) unkept.set(commandId, undefined)
      }
    },
  }
}

type State = Entry['state']

/** Whether a command has been accepted on the device meanwhile, or, once answered, has left it. */
const isOutdated = (here: State, stored: { before: State | undefined; now: State | undefined }) =>
  stored.now === undefined
    ? stored.before !== undefined && (here === 'accepted' || here === 'refused')
    : stored.now === 'accepted' && stored.before !== 'accepted' && here !== 'accepted'
