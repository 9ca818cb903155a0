import type { DeviceCommand, PredictedEvent } from '#core/prediction/prediction.ts'
import type { CommandResult } from '#core/wire/commands.ts'

/** A command that was given on this device, from before it is sent until its effect has come back. */
export type Entry = {
  commandId: string
  happenedAt: string
  command: DeviceCommand
  /** What should follow from it, for rows whose whole document is not at hand. */
  events: PredictedEvent[]
  state: 'waiting' | 'accepted' | 'refused'
  /** The seq that shows its effect, once it is accepted. */
  seq?: number
  /** Why the server refused it. It stays, and is predicted no more, until the person discards it or tries again. */
  reason?: string
  /** The refusal's code, and the field that it is about, where the server gave them. */
  code?: string
  field?: string
  /** Until then, in milliseconds since 1970, it is not sent and can be taken back. */
  notBefore?: number
}

/** Everything given on this device that is not done with, in the order in which it was given. */
export type Queue = readonly Entry[]

export const waiting = (queue: Queue) => queue.filter((one) => one.state === 'waiting')
export const refused = (queue: Queue) => queue.filter((one) => one.state === 'refused')

/** Whether a booking was refused only until it is confirmed that somebody is booked elsewhere at that time. */
export const asksToBookAnyway = ({ state, code }: Entry) => state === 'refused' && code === 'already-booked'

/** Whether an edit was refused because someone else changed the same field: both values are shown, and one is kept. */
export const asksWhichToKeep = ({ state, code }: Entry) => state === 'refused' && code === 'job-moved-on'

/** Puts a command last; one that is there already stays as it is. */
export const added = (queue: Queue, entry: Entry): Queue =>
  queue.some((one) => one.commandId === entry.commandId) ? queue : [...queue, entry]

/** The queue after the server's answer. What it does not speak of, or was answered before, stays as it is. */
export function answered(queue: Queue, results: readonly CommandResult[]): Queue {
  const byId = new Map(results.map((one) => [one.commandId, one]))
  return queue.map((entry) => {
    const result = byId.get(entry.commandId)
    if (!result || entry.state !== 'waiting') return entry
    return result.status === 'accepted'
      ? { ...entry, state: 'accepted', seq: result.seq ?? 0 }
      : {
          ...entry,
          state: 'refused',
          reason: result.error ?? 'An error occurred while processing the request',
          ...(result.code ? { code: result.code } : {}),
          ...(result.field ? { field: result.field } : {}),
        }
  })
}

/** Sends a refused command again, under the same id. */
export const retried = (queue: Queue, commandId: string): Queue =>
  queue.map((entry) => {
    if (entry.commandId !== commandId || entry.state !== 'refused') return entry
    const { reason: _, code: _code, field: _field, ...again } = entry
    return { ...again, state: 'waiting' }
  })

/** Drops a refused command; one that may still take effect cannot be dropped. */
export const discarded = (queue: Queue, commandId: string): Queue =>
  queue.filter((one) => one.commandId !== commandId || one.state !== 'refused')

/** After the ledger was restored from a copy: what it had accepted may be gone, and is sent again under the same id. */
export const sentAgain = (queue: Queue): Queue =>
  queue.map((entry) => {
    if (entry.state !== 'accepted') return entry
    const { seq: _, ...again } = entry
    return { ...again, state: 'waiting' }
  })
