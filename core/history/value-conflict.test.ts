import { expect, test } from 'vitest'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { by, dana, idOf, jobId, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { completed, jobWithTwoTasks, tap, warned } from '#test/core/job-events.ts'
import { lastValueChange } from './value-conflict.ts'

const history = recorded(
  jobWithTwoTasks,
  by(dana, warned('', 'management')),
  by(priya, warned('management', 'cancelled')),
  by(priya, { type: 'TaskPriced', data: { taskId: tap.taskId, price: 4_500 } }),
  by(tom, completed(tap)),
).filter(isJobEvent)

test('a conflict names both values, and who set the one that stands and when', () => {
  expect(lastValueChange(history, { type: 'ChangeWarning', data: { jobId, warning: 'no access' } }, 'office')).toEqual({
    differences: [{ field: 'warning', from: 'no access', to: 'cancelled' }],
    actorId: priya.userId,
    at: '2026-11-19T08:02:00.000Z',
  })
})

test('the conflict of a time on site is about the times that the command sets', () => {
  const [arrivalId, jobBookingId] = [idOf('f', 30), idOf('f', 2)]
  const [tapped, early, late] = ['2026-11-19T08:01:00.000Z', '2026-11-19T07:40:00.000Z', '2026-11-19T10:00:00.000Z']
  const visited = recorded(
    jobWithTwoTasks,
    by(tom, { type: 'ArrivedOnSite', data: { arrivalId, jobBookingId } }),
    by(dana, { type: 'ArrivalTimeChanged', data: { arrivalId, from: tapped, to: early, reason: 'Concierge' } }),
    by(tom, { type: 'LeftSite', data: { arrivalId } }),
  ).filter(isJobEvent)
  const data = { jobId, arrivalId, arrivedAt: late, reason: 'Forgot' }
  expect(lastValueChange(visited, { type: 'ChangeTimeOnSite', data }, 'office')).toEqual({
    differences: [{ field: 'arrivedAt', from: late, to: early }],
    actorId: dana.userId,
    at: '2026-11-19T08:02:00.000Z',
  })
})

test('the conflict of a deleted visit is about the visit that stands', () => {
  const visit = { jobBookingId: idOf('f', 2), access: '', assignedTo: [tom.userId] }
  const nine = { jobStart: '2026-11-24T09:00:00.000Z', jobEnd: '2026-11-24T11:00:00.000Z' }
  const two = { jobStart: '2026-11-24T14:00:00.000Z', jobEnd: '2026-11-24T16:00:00.000Z' }
  const moved = recorded(
    jobWithTwoTasks,
    by(dana, { type: 'JobScheduled', data: { ...visit, ...nine } }),
    by(priya, { type: 'JobScheduled', data: { ...visit, ...two } }),
    by(tom, completed(tap)),
  ).filter(isJobEvent)
  expect(lastValueChange(moved, { type: 'DeleteBooking', data: { jobId } }, 'office')).toEqual({
    differences: [
      { field: 'jobStart', to: two.jobStart },
      { field: 'jobEnd', to: two.jobEnd },
      { field: 'assignedTo', to: [tom.userId] },
    ],
    actorId: priya.userId,
    at: '2026-11-19T08:02:00.000Z',
  })
})

test('the conflict of a price names its task', () => {
  expect(
    lastValueChange(history, { type: 'PriceTask', data: { jobId, taskId: tap.taskId, price: 9_000 } }, 'office'),
  ).toEqual({
    differences: [{ field: 'price', of: tap.description, from: 9_000, to: 4_500 }],
    actorId: priya.userId,
    at: '2026-11-19T08:03:00.000Z',
  })
})

test('the conflict of an invoice that was changed in the meantime is about its number and its VAT', () => {
  const invoiced = recorded(
    jobWithTwoTasks,
    by(dana, warned('', 'invoiced')),
    by(dana, { type: 'JobInvoiced', data: { invoice: 'INV-1' } }),
    by(priya, { type: 'JobInvoiced', data: { invoice: 'INV-2', vat: 'exempt' } }),
    by(tom, completed(tap)),
  ).filter(isJobEvent)
  const data = { jobId, warning: 'invoiced', invoice: 'INV-3' } as const
  expect(lastValueChange(invoiced, { type: 'ChangeWarning', data }, 'office')).toEqual({
    differences: [
      { field: 'invoice', from: 'INV-3', to: 'INV-2' },
      { field: 'invoiceVat', from: '', to: 'exempt' },
    ],
    actorId: priya.userId,
    at: '2026-11-19T08:03:00.000Z',
  })
})

test('the team hears of the warning that stands, and of nothing that was done to an invoice that it does not see', () => {
  const invoiced = recorded(
    jobWithTwoTasks,
    by(priya, warned('', 'management')),
    by(dana, { type: 'JobInvoiced', data: { invoice: 'INV-7' } }),
  ).filter(isJobEvent)
  const command = { type: 'ChangeWarning', data: { jobId, warning: '', undo: true } } as const
  expect(lastValueChange(invoiced, command, 'office')).toMatchObject({ actorId: dana.userId })
  expect(lastValueChange(invoiced, command, 'team')).toEqual({
    differences: [{ field: 'warning', from: '', to: 'management' }],
    actorId: priya.userId,
    at: '2026-11-19T08:01:00.000Z',
  })
})
