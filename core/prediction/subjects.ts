import type { JobCommand, JobEvent } from '#core/job/messages.ts'
import type { Recorded } from '#core/model/messages.ts'
import type { PartCommand, PartEvent } from '#core/part/part.ts'
import type { TodoCommand, TodoEvent } from '#core/todo/todo.ts'
import type { ViewCommand, ViewEvent } from '#core/views/messages.ts'

/** The commands that devices can send. Their effect is shown immediately. */
export type DeviceCommand = JobCommand | PartCommand | TodoCommand | ViewCommand
export type PredictedEvent = Recorded<JobEvent | PartEvent | TodoEvent | ViewEvent>

export const isOfPart = (command: DeviceCommand): command is PartCommand => 'partId' in command.data

export const isOfJob = (command: DeviceCommand): command is JobCommand =>
  !isOfPart(command) && !isOfTodos(command) && !isOfViews(command)
export const isOfTodos = (command: DeviceCommand): command is TodoCommand => 'todoId' in command.data

export const isOfViews = (command: DeviceCommand): command is ViewCommand => 'listOf' in command.data

/** What a list of views is called among the subjects of commands: a to-do list has its person's id already. */
export const subjectOfViews = (listOf: string) => `views ${listOf}`

/** The subjects of a command: of one that moves a view the lists that it moves it to and from. */
export const subjectsOf = (command: DeviceCommand): readonly string[] =>
  isOfViews(command) && command.type === 'SaveView' && command.data.movedFrom
    ? [subjectOf(command), subjectOfViews(command.data.movedFrom)]
    : [subjectOf(command)]

/** The id of the part or job of a command, or of the user whose to-do list it changes. */
export function subjectOf(command: DeviceCommand): string {
  if (isOfPart(command)) return command.data.partId
  if (isOfViews(command)) return subjectOfViews(command.data.listOf)
  return isOfTodos(command) ? command.data.userId : command.data.jobId
}
