import type { JobEvent } from '#core/job/messages.ts'
import type { JobStatus, Warning } from '#core/job/values.ts'
import type { Command, Event } from '#core/ledger/ledger.ts'
import { idOf, jobId, maya, tom } from './given-when-then.ts'

/** A job at 14 Marlowe Court with one open task, and its possible events. */
export const tap = { taskId: idOf('c', 1), description: 'Replace kitchen mixer tap' }
export const bath = { taskId: idOf('c', 2), description: 'Reseal bath and refit panel' }
export const noteId = idOf('d', 1)
export const imageId = idOf('e', 1)

type Data<T extends JobEvent['type']> = Extract<JobEvent, { type: T }>['data']

export const created = (...tasks: Data<'JobCreated'>['tasks']): Event => ({
  type: 'JobCreated',
  data: { apartmentName: '14 Marlowe Court', createdAt: '2026-11-19', jobPriority: 1, tasks },
})
export const jobCreated = created({ ...tap, status: 'not completed' })
export const jobWithoutTasks = created()
export const jobWithTwoTasks = created({ ...tap, status: 'not completed' }, { ...bath, status: 'not completed' })

export const completed = (task: { taskId: string }): Event => ({ type: 'TaskCompleted', data: { taskId: task.taskId } })
export const toEstimate = (task: { taskId: string }): Event => ({
  type: 'TaskToEstimate',
  data: { taskId: task.taskId },
})
export const reopened = (task: { taskId: string }): Event => ({ type: 'TaskReopened', data: { taskId: task.taskId } })
export const ready = (task: { taskId: string }): Event => ({ type: 'TaskReady', data: { taskId: task.taskId } })
export const taskCompleted = completed(tap)

export const priced = (task: { taskId: string }, price: number): Event => ({
  type: 'TaskPriced',
  data: { taskId: task.taskId, price },
})
export const status = (from: JobStatus, to: JobStatus, reason: Data<'JobStatusChanged'>['reason']): Event => ({
  type: 'JobStatusChanged',
  data: { from, to, reason },
})
export const warned = (from: Warning, to: Warning): Event => ({ type: 'WarningChanged', data: { from, to } })
export const invoiced = (invoice: string): Event => ({ type: 'JobInvoiced', data: { invoice } })
export const referred: Event = {
  type: 'JobReferred',
  data: { workOrder: 'WO-88209', agency: 'Bright Oak Lettings', receivedBy: 'Dana Whitfield' },
}

export const booking = {
  jobBookingId: idOf('f', 2),
  jobStart: '2026-11-20T09:00:00.000Z',
  jobEnd: '2026-11-20T11:00:00.000Z',
  access: 'Keys with concierge',
  assignedTo: [tom.userId, maya.userId],
}
export const jobScheduled: Event = { type: 'JobScheduled', data: booking }
export const scheduleJob: Command = { type: 'ScheduleJob', data: { jobId, ...booking } }
export const bookingDeleted: Event = { type: 'BookingDeleted', data: { jobBookingId: booking.jobBookingId } }
export const deleteBooking: Command = { type: 'DeleteBooking', data: { jobId } }

export const note = 'No answer at the door.'
export const noteAdded: Event = { type: 'NoteAdded', data: { noteId, note } }
export const picture = { imageId, src: '/jobs/tap.webp', description: 'The tap' }
export const imageAdded: Event = { type: 'ImageAdded', data: picture }

export const changeWarning = (warning: Warning, invoice?: string): Command => ({
  type: 'ChangeWarning',
  data: { jobId, warning, ...(invoice === undefined ? {} : { invoice }) },
})
