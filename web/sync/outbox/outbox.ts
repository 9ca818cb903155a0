import { replaceEqualDeep } from '@tanstack/react-query'
import type { ValueConflict } from '#core/history/value-conflict.ts'
import type { BookingClashes } from '#core/job/overlaps/booking-clashes.ts'
import type { TaskConflict } from '#core/job/task-conflict.ts'
import { attemptAfter } from '#core/ledger/attempts.ts'
import type { DeviceCommand, PredictedEvent } from '#core/prediction/subjects.ts'
import type { CommandResult } from '#core/wire/commands.ts'

/** A command made on this device, kept until its effect has come back from the server. */
export type Entry = {
  commandId: string
  happenedAt: string
  command: DeviceCommand
  /** The predicted events, for rows whose full document is not loaded. */
  events: PredictedEvent[]
  state: 'waiting' | 'accepted' | 'refused' | 'stuck'
  /** The seq that includes its effect, once accepted. */
  seq?: number
  /** Why the server refused it: it stays, no longer predicted, until the user discards or retries it. Or why it is stuck. */
  reason?: string
  /** The refusal's code and the field it concerns, if the server named them. */
  code?: string
  field?: string
  /** What a refused change of a task or of a value met; the user chooses. */
  conflict?: TaskConflict | ValueConflict
  /** What a refused visit clashes with. */
  clashes?: BookingClashes
  /** Which attempt at it this is: another after each refusal, if the user asks for it again. The first if there is none. */
  attempt?: number
  /** It was stuck before, so that its next failure is enough. */
  wasStuck?: boolean
  /** Held, and can be undone, until this time in milliseconds since 1970. */
  notBefore?: number
  /** It has not been sent yet: a later statement on the same thing replaces it. */
  isRevisable?: boolean
}

/** All unfinished commands of this device, oldest first. */
export type Queue = readonly Entry[]

export const idsOf = (queue: Queue) => queue.map((one) => one.commandId)

export const waiting = (queue: Queue) => queue.filter((one) => one.state === 'waiting')
export const refused = (queue: Queue) => queue.filter((one) => one.state === 'refused')

/** Commands that the server keeps failing to process: parked, still predicted, and retried from time to time. */
export const stuck = (queue: Queue) => queue.filter((one) => one.state === 'stuck')
/** Whether two queues have the same commands in the same states. */
export function isAlike(one: Queue, other: Queue): boolean {
  const states = new Map(other.map(({ commandId, state }) => [commandId, state]))
  return one.length === states.size && one.every(({ commandId, state }) => states.get(commandId) === state)
}

/** Commands that have not taken effect, and may yet. */
export const unsent = (queue: Queue) => queue.filter((one) => one.state === 'waiting' || one.state === 'stuck')

/** Whether a booking was refused until the user confirms that someone is double-booked. */
export const asksToBookAnyway = ({ state, code }: Entry) => state === 'refused' && code === 'already-booked'

/** Whether an edit was refused because someone else changed the same field; the user then chooses a value. */
export const asksWhichToKeep = ({ state, code }: Entry) => state === 'refused' && code === 'job-moved-on'

/** In the order they were made, since their ids begin with the time. */
export const inOrder = (queue: Queue): Queue =>
  queue.toSorted((one, other) => (one.commandId < other.commandId ? -1 : 1))

/** The queue with these commands added, or replaced where it has them. */
export function withKept(queue: Queue, entries: readonly Entry[]): Queue {
  const kept = new Set(entries.map((one) => one.commandId))
  return inOrder([...queue.filter((one) => !kept.has(one.commandId)), ...entries])
}

/** The queue as read again, with the commands that have not changed: screens compare them by identity. */
export function sharing(before: Queue, now: Queue): Queue {
  const known = new Map(before.map((one) => [one.commandId, one]))
  const shared = now.map((one) => replaceEqualDeep(known.get(one.commandId), one))
  const isSame = shared.length === before.length && shared.every((one, nth) => one === before[nth])
  return isSame ? before : shared
}

/**
 * The queue after a response to what was `sent`. Entries without a result, or already answered, stay unchanged, as do those that have
 * been retried since they were sent and refused.
 */
export function answered(queue: Queue, results: readonly CommandResult[], sent: readonly Entry[]): Queue {
  const byId = new Map(results.map((one) => [one.commandId, one]))
  return queue.map((entry) => {
    const result = byId.get(entry.commandId)
    if (!result || entry.state !== 'waiting') return entry
    if (result.status === 'accepted') return { ...entry, state: 'accepted', seq: result.seq ?? 0 }
    // A refusal has its sentence.
    const { status: _, error: reason = '', ...told } = result
    const isOf = ({ commandId, attempt }: Entry) => commandId === entry.commandId && attempt === entry.attempt
    if (!sent.some(isOf)) return entry
    // What an older server has refused stays refused under its number.
    if (isOlderServers(told))
      return { ...entry, state: 'stuck', reason: olderServer, attempt: attemptAfter(entry.attempt) }
    return { ...entry, ...told, state: 'refused', reason }
  })
}

/**
 * Whether a server of the release before has not decided on a command, but does not know it or a field of it: during an upgrade it may
 * still run beside a newer one, which will take the command.
 */
const isOlderServers = ({ code }: Pick<CommandResult, 'code'>) => code === 'unknown-field' || code === 'unknown-command'
const olderServer = 'This needs the newest version of Fettle on the server, which is being updated.'

/** Retries a refused or stuck command under the same id; a refused one as a new attempt. */
export const retried = (queue: Queue, commandId: string): Queue =>
  queue.map((entry) => {
    if (entry.commandId !== commandId || !isSetAside(entry)) return entry
    const { reason: _, code: _code, field: _field, conflict: _conflict, clashes: _clashes, ...again } = entry
    const isStuck = entry.state === 'stuck'
    return { ...again, state: 'waiting', ...(isStuck ? { wasStuck: true } : { attempt: attemptAfter(entry.attempt) }) }
  })

/** Retries all stuck commands. */
export const unstuck = (queue: Queue): Queue =>
  stuck(queue).reduce((now, { commandId }) => retried(now, commandId), queue)

/** Parks a command; later ones for the same job, part or list wait for it. */
export const parked = (queue: Queue, commandId: string, reason: string): Queue =>
  queue.map((entry) =>
    entry.commandId === commandId && entry.state === 'waiting' ? { ...entry, state: 'stuck', reason } : entry,
  )

/** Discards a refused or stuck command; any other may still take effect, and stays. */
export const discarded = (queue: Queue, commandId: string): Queue =>
  queue.filter((one) => one.commandId !== commandId || !isSetAside(one))

/** Commands that need the user: refused or stuck. */
export const setAside = (queue: Queue) => queue.filter(isSetAside)

const isSetAside = ({ state }: Entry) => state === 'refused' || state === 'stuck'

/** After the ledger was restored from a backup: accepted commands may be lost, so they are sent again under the same id. */
export const sentAgain = (queue: Queue): Queue =>
  queue.map((entry) => {
    if (entry.state !== 'accepted') return entry
    const { seq: _, ...again } = entry
    return { ...again, state: 'waiting' }
  })
