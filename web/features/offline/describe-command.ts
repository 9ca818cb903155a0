import { stepNames } from '#core/deadlines/values.ts'
import type { Job } from '#core/job/job.ts'
import { nextTaskStatus } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import { pounds } from '#core/model/money.ts'
import type { DeviceCommand } from '#core/prediction/subjects.ts'
import { visitIn } from '#web/ui/time/format-instant.ts'

/** An unsent change in a few words; `job` is this device's copy, if it has one. */
export function describeCommand({ type, data }: DeviceCommand, job: Job | undefined, zone: string): string {
  const task = (taskId: string) =>
    job?.jobDescriptions.find((one) => one.taskId === taskId)?.description ?? 'a task on this job'
  switch (type) {
    case 'CreateJob':
      return `New job: ${data.apartmentName}`
    case 'EditJob':
      return 'Edited job'
    case 'AddTask':
      return `New task: ${data.description}`
    case 'DeleteTask':
      return `Deleted task: ${task(data.taskId)}`
    case 'DescribeTask':
      return `Task: ${data.description}`
    case 'PriceTask':
      return `Price ${pounds(data.price)}: ${task(data.taskId)}`
    case 'CycleTask':
      return `${label(nextTaskStatus(data.from))}: ${task(data.taskId)}`
    case 'SetTaskStatus':
      return `${label(data.status)}: ${task(data.taskId)}`
    case 'SetTaskReady':
      return `${data.ready ? 'Ready' : 'Not ready'}: ${task(data.taskId)}`
    case 'ChangeWarning':
      return `Warning: ${label(data.warning)}`
    case 'ScheduleJob':
      return `Visit: ${visitIn(data.jobStart, data.jobEnd, zone)}`
    case 'DeleteBooking':
      return 'Deleted booking'
    case 'AddNote':
      return `Comment: “${data.note}”`
    case 'DeleteNote':
      return 'Deleted comment'
    case 'AddImage':
      return 'New image'
    case 'DescribeImage':
      return `Image: “${data.description}”`
    case 'DeleteImage':
      return 'Deleted image'
    case 'AddAttachment':
      return `New file: ${data.name}`
    case 'ShareAttachment':
      return 'File for the team'
    case 'TakeBackAttachment':
      return 'File for the office only'
    case 'DeleteAttachment':
      return 'Deleted file'
    case 'SetNextVisit':
      return `Next visit: ${some(data.nextVisitHours, 'hour', 'hours')}, ${some(data.nextVisitPeople, 'person', 'people')}`
    case 'ArriveOnSite':
      return 'Arrived on site'
    case 'LeaveSite':
      return 'Left the site'
    case 'ChangeTimeOnSite':
      return `Time on site: ${data.reason}`
    case 'WithdrawArrival':
      return 'Withdrew the arrival'
    case 'WithdrawLeaving':
      return 'Withdrew having left'
    case 'SayOnTheWay':
      return 'On the way'
    case 'WithdrawOnTheWay':
      return 'No longer on the way'
    case 'ReportNoAccess':
      return `No access: ${label(data.why)}`
    case 'PairImage':
      return data.side === 'before' ? 'Before photo' : 'After photo'
    case 'UnpairImage':
      return 'Image taken out of its pair'
    case 'AddSignature':
      return `Signature: ${data.name}`
    case 'RecordNoSignature':
      return `No signature: ${data.reason}`
    case 'MeetDeadline':
      return `Deadline met: ${stepNames[data.step]}`
    case 'ReopenDeadline':
      return `Deadline taken back: ${stepNames[data.step]}`
    case 'CorrectTime':
      return 'Corrected time'
    case 'AddPart':
      return `New part: ${data.name}`
    case 'EditPart':
      return data.name === undefined ? 'Edited part' : `Part: ${data.name}`
    case 'SetPartStatus':
      return `Part ${data.status}`
    case 'DeletePart':
      return 'Deleted part'
    case 'AddTodo':
      return `New to-do: ${data.text}`
    case 'ToggleTodo':
      return data.completed ? 'Completed to-do' : 'Reopened to-do'
    case 'DeleteTodo':
      return 'Deleted to-do'
    case 'SaveView':
      return `View: ${data.view.name}`
    case 'DeleteView':
      return 'Deleted view'
  }
}

const some = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

/** The specification's message for a command that failed. */
export const failureMessage = (type: DeviceCommand['type']) =>
  failures[type] ?? 'Failed to update job. Please try again.'

const failures: Partial<Record<DeviceCommand['type'], string>> = {
  CreateJob: 'Failed to create job. Please try again or contact support.',
  EditJob: 'Failed to update job. Please try again or contact support.',
  ChangeWarning: 'Failed to update warning. Please try again.',
  AddNote: 'Failed to add note.',
  DeleteNote: 'Failed to delete note.',
  AddPart: 'Failed to save part. Please try again.',
  EditPart: 'Failed to save part. Please try again.',
  SetPartStatus: 'Failed to update part status. Please try again.',
  DeletePart: 'Failed to delete part. Please try again.',
  AddTodo: 'Failed to add todo',
  ToggleTodo: 'Failed to update todo',
  DeleteTodo: 'Failed to delete todo',
  SaveView: 'Failed to save the view. Please try again.',
  DeleteView: 'Failed to delete the view. Please try again.',
}
