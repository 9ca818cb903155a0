import { expect, test } from 'vitest'
import { booking as booked } from '#test/core/job-events.ts'
import type { Arrival, NoAccessRecord } from './time-on-site.ts'
import { visitNow } from './visit-now.ts'

const booking = { ...booked, jobStatus: 'booked' as const }
const { jobBookingId, jobStart, jobEnd } = booking
const [tom, maya] = booking.assignedTo as [string, string]
const at = (now: string, userId = tom) => ({ userId, now: `2026-11-${now}:00.000Z`, zone: 'Europe/London' })
const arrival: Arrival = {
  arrivalId: 'a',
  jobBookingId,
  userId: tom,
  arrivedAt: '2026-11-20T09:05:00.000Z',
  recordedAt: '2026-11-20T09:05:00.000Z',
  booked: { jobStart, jobEnd },
  versions: [3],
}
const gone = { ...arrival, leftAt: '2026-11-20T10:00:00.000Z' }
const record: NoAccessRecord = {
  noAccessId: 'n',
  jobBookingId,
  why: 'nobody in',
  tried: [],
  note: '',
  imageId: 'i',
  userId: tom,
  happenedAt: '2026-11-20T09:20:00.000Z',
  recordedAt: '2026-11-20T09:20:00.000Z',
  booked: { jobStart, jobEnd },
}

test('a visit of today is ahead of those assigned to it, and of nobody else', () => {
  expect(visitNow(booking, at('20T00:00'))).toEqual({ is: 'ahead', jobBookingId })
  expect(visitNow(booking, at('20T23:59'))?.is).toBe('ahead')
  expect(visitNow(booking, at('20T09:00', 'dana'))).toBeUndefined()
  for (const now of ['19T23:59', '21T00:00']) expect(visitNow(booking, at(now))).toBeUndefined()
  expect(visitNow({ jobStatus: 'pending', assignedTo: [tom] }, at('20T09:00'))).toBeUndefined()
})

test('nobody is expected at a job that is finished', () => {
  expect(visitNow({ ...booking, jobStatus: 'completed' }, at('20T09:00'))).toBeUndefined()
  expect(visitNow({ ...booking, jobStatus: 'completed', arrivals: [gone] }, at('20T10:30'))?.is).toBe('left')
})

test('after Arrived a person is on site, and after Left has left; others still have the visit ahead', () => {
  expect(visitNow({ ...booking, arrivals: [arrival] }, at('20T09:30'))).toMatchObject({ is: 'on site', arrival })
  expect(visitNow({ ...booking, arrivals: [gone] }, at('20T10:30'))).toMatchObject({ is: 'left', arrival: gone })
  expect(visitNow({ ...booking, arrivals: [gone] }, at('20T10:30', maya))?.is).toBe('ahead')
})

test('somebody on site stays there when the booking is deleted or given to another', () => {
  expect(visitNow({ jobStatus: 'pending', assignedTo: [], arrivals: [arrival] }, at('20T09:30'))?.is).toBe('on site')
  expect(visitNow({ ...booking, assignedTo: [maya], arrivals: [arrival] }, at('20T09:30'))?.is).toBe('on site')
})

test('after no access the visit is over, until it is moved; who gets in after all is on site', () => {
  expect(visitNow({ ...booking, noAccess: [record] }, at('20T09:30'))).toMatchObject({ is: 'no access', record })
  const later = { ...booking, jobStart: '2026-11-20T14:00:00.000Z', jobEnd: '2026-11-20T15:00:00.000Z' }
  expect(visitNow({ ...later, noAccess: [record] }, at('20T13:00'))?.is).toBe('ahead')
  expect(visitNow({ ...booking, noAccess: [record], arrivals: [arrival] }, at('20T09:30'))?.is).toBe('on site')
  expect(visitNow({ ...booking, noAccess: [record], arrivals: [gone] }, at('20T10:30'))?.is).toBe('left')
})
