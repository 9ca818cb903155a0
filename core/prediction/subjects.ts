import type { JobCommand, JobEvent } from '#core/job/messages.ts'
import type { Recorded } from '#core/model/messages.ts'
import type { PartCommand, PartEvent } from '#core/part/part.ts'
import type { TodoCommand, TodoEvent } from '#core/todo/todo.ts'

/** The commands that devices can send. Their effect is shown immediately. */
export type DeviceCommand = JobCommand | PartCommand | TodoCommand
export type PredictedEvent = Recorded<JobEvent | PartEvent | TodoEvent>

export const isOfPart = (command: DeviceCommand): command is PartCommand => 'partId' in command.data

export const isOfJob = (command: DeviceCommand): command is JobCommand => !isOfPart(command) && !isOfTodos(command)
export const isOfTodos = (command: DeviceCommand): command is TodoCommand => 'todoId' in command.data

/** The id of the part or job of a command, or of the user whose to-do list it changes. */
export function subjectOf(command: DeviceCommand): string {
  if (isOfPart(command)) return command.data.partId
  return isOfTodos(command) ? command.data.userId : command.data.jobId
}
