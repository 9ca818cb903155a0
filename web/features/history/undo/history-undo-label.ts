import type { UndoCommand } from '#core/history/undo.ts'
import { label } from '#core/model/label.ts'
import { pounds } from '#core/model/money.ts'
import { visitIn } from '#web/ui/time/format-instant.ts'

/** The label of the button that puts a change back. */
export function undoLabel(command: UndoCommand, zone: string): string {
  switch (command.type) {
    case 'PriceTask':
      return `Put the price back to ${pounds(command.data.price)}`
    case 'SetTaskStatus':
      return `Put the task back to ${label(command.data.status)}`
    case 'SetTaskReady':
      return `Put the task back to ${command.data.ready ? 'ready' : 'not ready'}`
    case 'ChangeWarning':
      return `Put the warning back to ${label(command.data.warning)}`
    case 'ScheduleJob':
      return `Put the visit back to ${visitIn(command.data.jobStart, command.data.jobEnd, zone)}`
    case 'EditJob':
      return `Put the details back to ${namesIn(command.data)}`
    case 'DescribeTask':
    case 'DescribeImage':
      return `Put the description back to ‘${command.data.description}’`
    case 'SetNextVisit':
      return 'Put the next visit back'
    case 'DeleteTask':
      return 'Delete the task again'
    case 'AddTask':
      return 'Put the task back'
    case 'DeleteBooking':
      return 'Delete the booking again'
    case 'DeleteNote':
      return 'Delete the comment again'
    case 'AddNote':
      return 'Put the comment back'
    case 'PairImage':
      return `Mark the image as ${command.data.side} again`
    case 'UnpairImage':
      return 'Take the image out of the pair'
    case 'DeleteImage':
      return 'Delete the image again'
    case 'DeleteAttachment':
      return 'Delete the file again'
    case 'ShareAttachment':
      return 'Give the file to the team again'
    case 'TakeBackAttachment':
      return 'Hide the file from the team'
    case 'WithdrawArrival':
      return 'Withdraw the arrival'
    case 'WithdrawLeaving':
      return 'Withdraw having left'
    case 'WithdrawOnTheWay':
      return 'Withdraw being on the way'
    case 'ChangeTimeOnSite':
      return 'Put the time on site back'
    case 'ReopenDeadline':
      return 'Reopen the deadline'
  }
}

const namesIn = ({ apartmentName, createdAt, workOrder, agency, receivedBy }: Edited) =>
  [apartmentName, createdAt, workOrder, agency, receivedBy].flatMap((value) => value || []).join(', ') || 'nothing'

type Edited = Extract<UndoCommand, { type: 'EditJob' }>['data']
