import { nextTaskStatus } from '#core/job/values.ts'
import type { DeviceCommand } from '#core/prediction/subjects.ts'
import { dependsOn, thingOf } from './held-deletions.ts'
import type { Entry, Queue } from './outbox.ts'

/**
 * How long a statement that may be revised is held, in milliseconds. Others see a tick within a second; hours and people are
 * chosen one after the other; and while nothing can be sent, a longer time costs nothing.
 */
export const revisableFor = ({ type }: DeviceCommand, unreachable: boolean) =>
  unreachable || type === 'SetNextVisit' ? 5_000 : 400

/**
 * The queue with these statements final, as they are about to be sent for the first time: of several on the same thing the last
 * stands for all, and a task that is back where it was leaves nothing.
 */
export function finalStatements(queue: Queue, commandIds: readonly string[]): Queue {
  const ids = new Set(commandIds)
  const kept = new Map<string, Entry>()
  const latest = new Map<string, Entry>()
  for (const entry of queue) {
    const { isRevisable, ...final } = entry
    const thing = ids.has(entry.commandId) && isRevisable ? thingOf(entry.command) : undefined
    if (thing === undefined) {
      for (const [of, { command }] of latest) if (dependsOn(entry.command, command)) latest.delete(of)
      kept.set(entry.commandId, entry)
      continue
    }
    const before = latest.get(thing)
    if (before) kept.delete(before.commandId)
    const stated = before ? combined(before, final) : final
    if (stated) kept.set(stated.commandId, stated)
    if (stated) latest.set(thing, stated)
    else latest.delete(thing)
  }
  return [...kept.values()]
}

/** One statement instead of two; undefined if the later one takes the earlier back. */
function combined(earlier: Entry, later: Entry): Entry | undefined {
  const events = [...earlier.events, ...later.events]
  const [before, after] = [changeOf(earlier.command), changeOf(later.command)]
  if (!before || !after) return combinedVisit(earlier, { ...later, events })
  if (before.from === after.to) return undefined
  const { jobId, taskId, to, withoutPhotos } = after
  const reason = withoutPhotos === undefined ? {} : { withoutPhotos }
  return {
    ...later,
    events,
    command: { type: 'SetTaskStatus', data: { jobId, taskId, status: to, from: before.from, ...reason } },
  }
}

/** The next visit as last set, in place of what was there before either statement. */
function combinedVisit({ command: before }: Entry, later: Entry): Entry | undefined {
  const { command } = later
  if (before.type !== 'SetNextVisit' || command.type !== 'SetNextVisit') return later
  const { from } = before.data
  const { from: _, ...data } = command.data
  if (!from) return { ...later, command: { type: command.type, data } }
  const isBack = from.nextVisitHours === data.nextVisitHours && from.nextVisitPeople === data.nextVisitPeople
  return isBack ? undefined : { ...later, command: { type: command.type, data: { ...data, from } } }
}

/** The change of a task's status that a command asks for. */
function changeOf({ type, data }: DeviceCommand) {
  if (type === 'CycleTask') return { ...data, to: nextTaskStatus(data.from) }
  return type === 'SetTaskStatus' ? { ...data, to: data.status } : undefined
}
