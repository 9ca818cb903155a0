import { describe, test } from 'vitest'
import type { Command } from '#core/ledger/ledger.ts'
import { given, idOf, jobId, maya, priya, tom } from '#test/core/given-when-then.ts'
import {
  booking,
  bookingDeleted,
  completed,
  deleteBooking,
  jobCreated,
  jobScheduled,
  jobWithoutTasks,
  jobWithTwoTasks,
  scheduleJob,
  status,
  tap,
  taskCompleted,
  toEstimate,
} from '#test/core/job-events.ts'

type Schedule = Extract<Command, { type: 'ScheduleJob' }>['data']
const schedule = (change: Partial<Schedule>): Command => ({
  type: 'ScheduleJob',
  data: { jobId, ...booking, ...change },
})
const booked = [jobCreated, jobScheduled, status('pending', 'booked', 'scheduled')]

describe('scheduling', () => {
  test('saving a schedule books the job', () =>
    given(jobCreated)
      .when(scheduleJob, priya)
      .gives(jobScheduled, status('pending', 'booked', 'scheduled')))
  test('one open task is enough', () =>
    given(jobWithTwoTasks, taskCompleted)
      .when(scheduleJob)
      .gives(jobScheduled, status('pending', 'booked', 'scheduled')))
  test('a job with no open task cannot be scheduled', () => {
    given(jobCreated, taskCompleted).when(scheduleJob).refuses('There are no pending tasks to schedule.')
    given(jobCreated, toEstimate(tap)).when(scheduleJob).refuses('There are no pending tasks to schedule.')
    given(jobWithoutTasks).when(scheduleJob).refuses('There are no pending tasks to schedule.')
  })
  test('a visit ends after it starts', () => {
    given(jobCreated)
      .when(schedule({ jobEnd: booking.jobStart }))
      .refuses('The end must be after the start.', 'jobEnd')
    given(jobCreated)
      .when(schedule({ jobEnd: '2026-11-20T08:59:00Z' }))
      .refuses('The end must be after the start.', 'jobEnd')
  })
  test('only people in the company can be assigned', () => {
    const facts = { memberIds: [tom.userId] }
    given(jobCreated)
      .when(scheduleJob, priya, facts)
      .refuses('One of the people chosen is not in this company.', 'assignedTo')
    given(jobCreated)
      .when(scheduleJob, priya, { memberIds: [tom.userId, maya.userId] })
      .gives(jobScheduled, status('pending', 'booked', 'scheduled'))
  })
  test('a visit can be moved, and the job stays booked', () => {
    const jobEnd = '2026-11-20T12:00:00.000Z'
    given(...booked)
      .when(schedule({ jobEnd }))
      .gives({ type: 'JobScheduled', data: { ...booking, jobEnd } })
    given(...booked)
      .when(schedule({ assignedTo: [] }))
      .gives({ type: 'JobScheduled', data: { ...booking, assignedTo: [] } })
  })
  test('the same booking records nothing', () =>
    given(...booked)
      .when(scheduleJob)
      .givesNothing())
  test('the same booking with its times written differently records nothing', () =>
    given(...booked)
      .when(schedule({ jobStart: '2026-11-20T09:00:00Z', jobEnd: '2026-11-20T11:00:00.0Z' }))
      .givesNothing())
  test('the same booking books a job that has become pending', () =>
    given(jobCreated, jobScheduled)
      .when(scheduleJob)
      .gives(status('pending', 'booked', 'scheduled')))
  test('an undo of a move gives the visit back as it was, with the status that booking it replaced', () => {
    const jobEnd = '2026-11-20T12:00:00.000Z'
    const moved = [jobCreated, jobScheduled, { type: 'JobScheduled', data: { ...booking, jobEnd } }] as const
    const undo = schedule({ statusBefore: 'pending' })
    given(...moved, status('pending', 'booked', 'scheduled'))
      .when(undo, priya)
      .gives(jobScheduled, status('booked', 'pending', 'scheduled'))
    given(...moved, status('pending', 'booked', 'scheduled'), status('booked', 'cancelled', 'warning'))
      .when(undo, priya)
      .gives(jobScheduled)
  })
  test('the team may not schedule', () =>
    given(jobCreated).when(scheduleJob, tom).refuses('Only the office may do this.'))
  test('a job that does not exist cannot be scheduled', () => given().when(scheduleJob).refuses('Job not found.'))
})

describe('deleting a booking', () => {
  test('returns a booked job to the status derived from its tasks', () => {
    given(...booked)
      .when(deleteBooking, priya)
      .gives(bookingDeleted, status('booked', 'pending', 'booking deleted'))
    given(jobCreated, completed(tap), jobScheduled, status('pending', 'booked', 'scheduled'))
      .when(deleteBooking)
      .gives(bookingDeleted, status('booked', 'completed', 'booking deleted'))
  })
  test('leaves the status of a job that is no longer booked', () =>
    given(...booked, status('booked', 'cancelled', 'warning'))
      .when(deleteBooking)
      .gives(bookingDeleted))
  test('sets a booked job without tasks pending', () =>
    given(jobWithoutTasks, jobScheduled, status('pending', 'booked', 'scheduled'))
      .when(deleteBooking)
      .gives(bookingDeleted, status('booked', 'pending', 'booking deleted')))
  test('that does not exist records nothing', () => {
    given(jobCreated).when(deleteBooking).givesNothing()
    const deleteOf = (jobBookingId: string): Command => ({ type: 'DeleteBooking', data: { jobId, jobBookingId } })
    given(...booked)
      .when(deleteOf(booking.jobBookingId))
      .gives(bookingDeleted, status('booked', 'pending', 'booking deleted'))
    given(...booked)
      .when(deleteOf(idOf('f', 99)))
      .givesNothing()
    given(...booked, bookingDeleted)
      .when(deleteBooking)
      .givesNothing()
  })
  test('is not for the team', () =>
    given(...booked)
      .when(deleteBooking, maya)
      .refuses('Only the office may do this.'))
  test('needs a job', () => given().when(deleteBooking).refuses('Job not found.'))
})

test('the device chooses the booking id, so that a moved visit keeps it', () => {
  const data = { ...booking, jobBookingId: idOf('f', 3) }
  given(...booked)
    .when(schedule(data))
    .gives({ type: 'JobScheduled', data })
})
