import { describe, test } from 'vitest'
import type { Command, Event } from '#core/ledger/ledger.ts'
import { by, type Given, given, idOf, jobId, maya, tom } from '#test/core/given-when-then.ts'
import * as a from '#test/core/job-events.ts'

// Two people are booked. Tom finds nobody in, and his phone sends that once it has a network again.

type Data<T extends Event['type']> = Extract<Event, { type: T }>['data']
const { jobBookingId } = a.booking
const data: Data<'NoAccessReported'> = {
  ...{ noAccessId: idOf('f', 51), jobBookingId, imageId: idOf('e', 5), why: 'nobody in', tried: [], note: '' },
}
const report: Command = { type: 'ReportNoAccess', data: { jobId, ...data } }
const recorded: Event = { type: 'NoAccessReported', data }
const booked = [a.jobCreated, a.jobScheduled, a.status('pending', 'booked', 'scheduled')] as const
const done = [by(maya, a.taskCompleted), by(maya, a.status('booked', 'completed', 'tasks'))] as const

describe('a report of no access that arrives late is recorded, and leaves alone', () => {
  const leavesAlone = (...later: Given[]) =>
    given(...booked, ...later)
      .when(report, tom)
      .gives(recorded)
  test('a job that colleagues have completed meanwhile', () => leavesAlone(...done))
  test('a job that was invoiced meanwhile', () => leavesAlone(...done, a.warned('', 'invoiced')))
  test('a job that was cancelled meanwhile', () => leavesAlone(a.status('booked', 'cancelled', 'warning')))
  test('a job that has another visit', () =>
    leavesAlone({ type: 'JobScheduled', data: { ...a.booking, jobBookingId: idOf('f', 52) } }))
  test('a job whose visit was put off to another day', () =>
    leavesAlone({
      type: 'JobScheduled',
      data: { ...a.booking, jobStart: '2026-11-24T09:00:00.000Z', jobEnd: '2026-11-24T11:00:00.000Z' },
    }))
})
