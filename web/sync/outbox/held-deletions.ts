import { type DeviceCommand, isOfPart, isOfTodos, subjectOf, subjectsOf } from '#core/prediction/subjects.ts'
import { type Entry, type Queue, unsent } from './outbox.ts'

/** How long a deletion is held on this device before it is sent, and can be undone without a trace; in milliseconds. */
export const heldFor = 10_000

/** Whether a command is still held. One dated too far ahead, by a clock that was set back, is not. */
export const isHeld = ({ state, notBefore = 0 }: Entry, now: number) =>
  state === 'waiting' && notBefore > now && notBefore <= now + heldFor

/**
 * The commands that can be sent now, in order. Unrelated commands overtake a held deletion; dependent ones wait for it, and so
 * does everything later for that job or part, as behind a stuck command, so that the server decides in the order shown here. A
 * statement waits for a held one that revises it.
 */
export function sendable(queue: Queue, now: number): Queue {
  const held: Entry[] = []
  const revised = new Set(queue.flatMap((one) => (one.isRevisable && isHeld(one, now) ? [thingOf(one.command)] : [])))
  const isHeldHere = (one: Entry) => isHeld(one, now) || (one.isRevisable && revised.has(thingOf(one.command)))
  const blocked = new Set<string>()
  return unsent(queue).filter((entry) => {
    const subjects = subjectsOf(entry.command)
    const block = () => subjects.forEach((one) => void blocked.add(one))
    if (entry.state === 'stuck') block()
    else if (isHeldHere(entry)) held.push(entry)
    else if (held.some((one) => dependsOn(entry.command, one.command))) block()
    else return !subjects.some((one) => blocked.has(one))
    return false
  })
}

/** When the next held command is due; undefined if none is held. */
export function nextDue(queue: Queue, now: number): number | undefined {
  const times = queue.flatMap((one) => (isHeld(one, now) ? [one.notBefore ?? now] : []))
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Removes a command while it is held; later it may already be on its way, and stays. */
export const withdrawn = (queue: Queue, commandId: string, now: number): Queue =>
  queue.filter((one) => one.commandId !== commandId || !isHeld(one, now))

/** Releases every held command, so that all are sent in order. */
export const released = (queue: Queue): Queue => queue.map(({ notBefore: _, ...entry }) => entry)

/** Commands whose outcome depends on the job's tasks or booking. */
const dependsOnWholeJob: readonly DeviceCommand['type'][] = ['ChangeWarning', 'ScheduleJob', 'DeleteBooking']

/** What a statement is about: the status of a task, or a job's next visit. Undefined for any other command. */
export function thingOf(command: DeviceCommand): string | undefined {
  if (command.type === 'SetNextVisit') return `${subjectOf(command)} next visit`
  return command.type === 'CycleTask' || command.type === 'SetTaskStatus'
    ? `${subjectOf(command)} ${command.data.taskId}`
    : undefined
}

/** Whether a command must wait for an earlier one that is held. */
export function dependsOn(command: DeviceCommand, held: DeviceCommand): boolean {
  if (subjectOf(command) !== subjectOf(held)) return false
  // Any later command for a part depends on whether its deletion is undone.
  if (isOfPart(command)) return true
  if (held.type === 'SetNextVisit') return command.type === held.type
  if (isOfTodos(command)) return 'todoId' in held.data && command.data.todoId === held.data.todoId
  const { type, data } = command
  if ('noteId' in held.data) return 'noteId' in data && data.noteId === held.data.noteId
  if ('imageId' in held.data) return 'imageId' in data && data.imageId === held.data.imageId
  if ('fileId' in held.data) return 'fileId' in data && data.fileId === held.data.fileId
  return (
    dependsOnWholeJob.includes(type) || ('taskId' in data && 'taskId' in held.data && data.taskId === held.data.taskId)
  )
}
