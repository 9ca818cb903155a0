import { type DeviceCommand, isOfPart, isOfTodos, subjectOf } from '#core/prediction/prediction.ts'
import { type Entry, type Queue, waiting } from './outbox.ts'

/** So long a deletion waits on this device, and can be undone as if it had never been. */
export const heldFor = 10_000

/** Whether a command still waits for its time; one that a clock put far into the future does not wait for it. */
export const isHeld = ({ state, notBefore = 0 }: Entry, now: number) =>
  state === 'waiting' && notBefore > now && notBefore <= now + heldFor

/**
 * What can be sent now, in order. A held deletion lets pass what has nothing to do with it; what rests on it waits for it,
 * and then everything later of that job or part does, so that the server decides in the order that was shown here.
 */
export function sendable(queue: Queue, now: number): Queue {
  const held: Entry[] = []
  const stopped = new Set<string>()
  return waiting(queue).filter((entry) => {
    const subject = subjectOf(entry.command)
    if (isHeld(entry, now)) held.push(entry)
    else if (held.some((one) => restsOn(entry.command, one.command))) stopped.add(subject)
    else return !stopped.has(subject)
    return false
  })
}

/** When the next held command has its time; undefined when none is held. */
export function nextDue(queue: Queue, now: number): number | undefined {
  const times = queue.flatMap((one) => (isHeld(one, now) ? [one.notBefore ?? now] : []))
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Takes back a command while it is held; afterwards it may be on its way and stays. */
export const withdrawn = (queue: Queue, commandId: string, now: number): Queue =>
  queue.filter((one) => one.commandId !== commandId || !isHeld(one, now))

/** Nothing is held any more: everything is sent at once, in order. */
export const released = (queue: Queue): Queue => queue.map(({ notBefore: _, ...entry }) => entry)

/** The commands whose outcome depends on which tasks a job has, or on its booking. */
const ofTheWhole: readonly DeviceCommand['type'][] = ['ChangeWarning', 'ScheduleJob', 'DeleteBooking']

function restsOn(command: DeviceCommand, held: DeviceCommand): boolean {
  if (subjectOf(command) !== subjectOf(held)) return false
  // A part is one thing: what is said of it after its deletion rests on whether that stands.
  if (isOfPart(command)) return true
  if (isOfTodos(command)) return 'todoId' in held.data && command.data.todoId === held.data.todoId
  const { type, data } = command
  if ('noteId' in held.data) return 'noteId' in data && data.noteId === held.data.noteId
  if ('imageId' in held.data) return 'imageId' in data && data.imageId === held.data.imageId
  return ofTheWhole.includes(type) || ('taskId' in data && 'taskId' in held.data && data.taskId === held.data.taskId)
}
