import { beforeEach, expect, test, vi } from 'vitest'
import type { Job } from '#core/job/job.ts'
import { jobId } from '#test/core/given-when-then.ts'
import { booking } from '#test/core/job-events.ts'
import { isChanged, scheduleData, scheduleFormOf, withEnd, withStart } from './schedule-form.ts'

// Days of the present year are written without it.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z'), toFake: ['Date'] }))

const zone = 'Europe/London'
const job: Job = {
  jobId,
  jobRef: '00213',
  apartmentName: '14 Marlowe Court',
  createdAt: '2026-11-19',
  jobStatus: 'pending',
  warning: '',
  jobPriority: 1,
  assignedTo: [],
  jobDescriptions: [],
  extraNotes: [],
  images: [],
  nextVisitHours: 0,
  nextVisitPeople: 0,
  lastModified: '2026-11-19T08:12:00.000Z',
  version: 1,
}
const booked: Job = { ...job, ...booking, jobStart: '2026-07-20T08:00:00.000Z', jobEnd: '2026-07-20T10:00:00.000Z' }
const ids = { jobId, jobBookingId: booking.jobBookingId }
const formAt = (now: string) => scheduleFormOf(job, zone, now)

test('a new visit defaults to two hours from 09:00 on the next working day', () => {
  const [start, end] = ['09:00', '11:00']
  expect(formAt('2026-11-19T07:20:00.000Z')).toMatchObject({ day: '2026-11-20', start, end })
  expect(formAt('2026-11-20T09:20:00.000Z')).toMatchObject({ day: '2026-11-23', start, end })
  // Half past midnight on Monday in summer, in London.
  expect(formAt('2026-07-19T23:30:00.000Z')).toMatchObject({ day: '2026-07-21', start, end })
})

test('a visit asked for in the calendar has that day, start and person, and a replaced booking its length', () => {
  const suggested = { day: '2026-07-23', start: '13:30', assignedTo: ['tom'] }
  const formOf = (of: Job) => scheduleFormOf(of, zone, '2026-07-01T09:00:00.000Z', suggested)
  expect(formOf(job)).toMatchObject({ day: '2026-07-23', start: '13:30', end: '15:30', assignedTo: ['tom'] })
  const short = { ...booked, jobEnd: '2026-07-20T08:45:00.000Z' }
  expect(formOf(short)).toMatchObject({
    start: '13:30',
    end: '14:15',
    assignedTo: ['tom'],
    access: 'Keys with concierge',
  })
  const overnight = { ...booked, jobStart: '2026-11-20T22:00:00.000Z', jobEnd: '2026-11-21T02:00:00.000Z' }
  expect(formOf(overnight)).toMatchObject({ day: '2026-07-23', start: '13:30', end: '15:30', endsAfter: 0 })
})

test("a booking is shown and saved in the company's time zone", () => {
  const form = scheduleFormOf(booked, zone, '2026-07-01T09:00:00.000Z')
  expect(form).toMatchObject({ day: '2026-07-20', start: '09:00', end: '11:00', access: 'Keys with concierge' })
  expect(scheduleData(form, zone, ids)).toEqual({
    ...ids,
    jobStart: booked.jobStart,
    jobEnd: booked.jobEnd,
    access: 'Keys with concierge',
    assignedTo: booking.assignedTo,
  })
})

test('the end moves with the start, so the visit keeps its length', () => {
  const form = formAt('2026-11-20T09:20:00.000Z')
  expect(withStart(form, '13:00').end).toBe('15:00')
  expect(withStart(withEnd(form, '09:45'), '08:30').end).toBe('09:15')
  expect(withStart(form, '13:')).toMatchObject({ start: '13:', end: '11:00' })
  expect(withStart(withStart(withEnd(form, '13:00'), '13:'), '13:30').end).toBe('17:30')
  expect(withStart(form, '23:00').end).toBe('23:59')
  expect(withStart(withEnd(form, '08:00'), '14:00').end).toBe('16:00')
})

test('a visit over midnight stays so until its end is changed', () => {
  const overnight = { ...booked, jobStart: '2026-11-20T22:00:00.000Z', jobEnd: '2026-11-21T02:00:00.000Z' }
  const form = scheduleFormOf(overnight, zone, '2026-11-01T09:00:00.000Z')
  expect(form).toMatchObject({ day: '2026-11-20', end: '02:00', endsAfter: 1 })
  expect(scheduleData(withStart(form, '21:00'), zone, ids)).toMatchObject({
    jobStart: '2026-11-20T21:00:00.000Z',
    jobEnd: overnight.jobEnd,
  })
  expect(withEnd(form, '23:30')).toMatchObject({ endsAfter: 0 })
})

test('a time skipped by the clocks and an incomplete one are reported at their fields', () => {
  const form = { ...formAt('2026-11-20T09:20:00.000Z'), day: '2027-03-28', start: '01:30', end: '03:30' }
  expect(scheduleData(form, zone, ids)).toEqual({
    start: '01:30 does not exist on Sun 28 Mar 2027: the clocks go forward.',
  })
  expect(scheduleData({ ...form, start: '09:', end: '' }, zone, ids)).toEqual({
    start: 'Enter a time such as 09:00.',
    end: 'Enter a time such as 09:00.',
  })
  expect(scheduleData({ ...form, start: '02:30' }, zone, ids)).toMatchObject({ jobStart: '2027-03-28T01:30:00.000Z' })
})

test('a form counts as changed once anything differs from its initial values', () => {
  const form = formAt('2026-11-20T09:20:00.000Z')
  expect(isChanged(withStart(form, form.start), form)).toBe(false)
  expect(isChanged({ ...form, access: 'Keys' }, form)).toBe(true)
})
