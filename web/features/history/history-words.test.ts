import { describe, expect, test } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import { reasonOf } from '#core/history/reasons.ts'
import { jobId, recorded } from '#test/core/given-when-then.ts'
import { booking, jobCreated, status, tap } from '#test/core/job-events.ts'
import { deviceTime, lateness, momentIn } from './history-times.ts'
import { undoLabel } from './undo/history-undo-label.ts'

const zone = 'Europe/London'
const at = (happenedAt: string, recordedAt: string) => ({ happenedAt, recordedAt })

describe('how late something was recorded', () => {
  test('is shown from one minute, in minutes, hours and then days', () => {
    const happened = '2026-11-20T07:52:10.000Z'
    expect(lateness(at(happened, '2026-11-20T07:53:09.999Z'))).toBeUndefined()
    expect(lateness(at(happened, '2026-11-20T07:53:10.000Z'))).toBe('1 min')
    expect(lateness(at(happened, '2026-11-20T09:58:31.000Z'))).toBe('2 h')
    expect(lateness(at(happened, '2026-11-22T07:52:10.000Z'))).toBe('2 days')
    expect(lateness(at(happened, '2026-11-20T07:40:00.000Z'))).toBeUndefined()
  })
})

describe('when it happened', () => {
  const [created = expect.fail('it was created')] = historyOf(recorded(jobCreated))
  const entry = { happenedAt: '2026-07-03T23:30:00.000Z', recordedAt: '2026-07-04T08:00:00.000Z' }
  test('is shown in the company’s time, with the day if it differs', () => {
    const shown = { ...created, ...entry }
    expect(deviceTime(shown, zone)).toBe('at 00:30')
    expect(deviceTime(shown, 'UTC')).toMatch(/^on Fri 3 Jul.* at 23:30$/)
    expect(momentIn(entry.happenedAt, zone)).toMatch(/^Sat 4 Jul.*, 00:30$/)
  })
})

test('a status shows its reason', () => {
  const reasons = recorded(
    status('pending', 'completed', 'tasks'),
    status('completed', 'pending', 'tasks'),
    status('pending', 'to estimate', 'tasks'),
    status('pending', 'cancelled', 'warning'),
    status('pending', 'booked', 'scheduled'),
    status('booked', 'pending', 'booking deleted'),
    status('booked', 'cancelled', 'scheduled'),
    status('cancelled', 'pending', 'tasks'),
  ).map(reasonOf)
  expect(reasons).toEqual([
    'Status set to Completed: all tasks completed',
    'Status set to Pending: a task is open',
    'Status set to To estimate: a task needs an estimate',
    'Status set to Cancelled by the warning',
    'Status set to Booked: a visit was booked',
    'Status set to Pending: the booking was deleted',
    'Status set to Cancelled: the visit was put back',
    'Status set to Pending: a task was changed on the cancelled job',
  ])
  expect(reasonOf(undefined)).toBeUndefined()
})

test('a button names the change it undoes', () => {
  const { taskId } = tap
  expect(undoLabel({ type: 'PriceTask', data: { jobId, taskId, price: 12_500 } }, zone)).toBe(
    'Put the price back to £125.00',
  )
  expect(undoLabel({ type: 'ChangeWarning', data: { jobId, warning: '' } }, zone)).toBe(
    'Put the warning back to No Warning',
  )
  expect(undoLabel({ type: 'EditJob', data: { jobId, workOrder: '', agency: '' } }, zone)).toBe(
    'Put the details back to nothing',
  )
  expect(undoLabel({ type: 'EditJob', data: { jobId, workOrder: 'WO-1', agency: 'Bright Oak' } }, zone)).toBe(
    'Put the details back to WO-1, Bright Oak',
  )
  expect(undoLabel({ type: 'ScheduleJob', data: { jobId, ...booking } }, zone)).toMatch(
    /^Put the visit back to Fri 20 Nov.*, 09:00–11:00$/,
  )
})
