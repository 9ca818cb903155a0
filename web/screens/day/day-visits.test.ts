import { expect, test } from 'vitest'
import type { CalendarRow } from '#core/projections/calendar.ts'
import { dayVisits, isDone, isFolded, lengthOf } from './day-visits.ts'
import { tasksLeft } from './tasks-left.ts'

const visit = (jobId: string, jobStart: string, jobEnd: string, over: Partial<CalendarRow> = {}): CalendarRow => ({
  jobId,
  jobRef: '00001',
  apartmentName: jobId,
  jobStatus: 'booked',
  warning: '',
  jobBookingId: jobId,
  jobStart,
  jobEnd,
  access: '',
  assignedTo: ['tom'],
  ...over,
})
const tom = { userId: 'tom', zone: 'Europe/London', today: '2026-07-10' }
const namesOf = (rows: readonly CalendarRow[]) => {
  const { today, next } = dayVisits(rows, tom)
  return {
    today: today.visits.map((one) => one.jobId),
    next: next && [next.day, ...next.visits.map((one) => one.jobId)],
  }
}

test('a day has one’s own visits by time, and then the next day that has any', () => {
  expect(
    namesOf([
      visit('late', '2026-07-10T13:00:00Z', '2026-07-10T14:00:00Z'),
      visit('early', '2026-07-10T07:00:00Z', '2026-07-10T08:00:00Z'),
      visit('maya’s', '2026-07-10T09:00:00Z', '2026-07-10T10:00:00Z', { assignedTo: ['maya'] }),
      visit('yesterday', '2026-07-09T09:00:00Z', '2026-07-09T10:00:00Z'),
      visit('monday', '2026-07-13T09:00:00Z', '2026-07-13T10:00:00Z'),
      visit('tuesday', '2026-07-14T09:00:00Z', '2026-07-14T10:00:00Z'),
    ]),
  ).toEqual({ today: ['early', 'late'], next: ['2026-07-13', 'monday'] })
})

test('days are those of the company, and a visit over midnight is of both', () => {
  expect(
    namesOf([
      visit('before midnight in London', '2026-07-09T22:30:00Z', '2026-07-09T23:00:00Z'),
      visit('after midnight in London', '2026-07-09T23:00:00Z', '2026-07-09T23:30:00Z'),
      visit('through the night', '2026-07-09T21:00:00Z', '2026-07-10T05:00:00Z'),
    ]),
  ).toEqual({ today: ['through the night', 'after midnight in London'], next: undefined })
})

test('a visit is done once its job is completed or cancelled', () => {
  expect(isDone({ jobStatus: 'completed' })).toBe(true)
  expect(isDone({ jobStatus: 'cancelled' })).toBe(true)
  expect(isDone({ jobStatus: 'to estimate' })).toBe(false)
})

test('a visit takes one row once its person has left or was not let in, but not while they are on site', () => {
  const arrival = {
    arrivalId: 'a',
    jobBookingId: 'b',
    userId: 'tom',
    arrivedAt: '2026-07-10T07:00:00Z',
    recordedAt: '2026-07-10T07:00:00Z',
    versions: [],
  }
  const booked = { jobStatus: 'booked' } as const
  expect(isFolded(booked, { is: 'left', jobBookingId: 'b', arrival })).toBe(true)
  expect(isFolded(booked, { is: 'ahead', jobBookingId: 'b' })).toBe(false)
  expect(isFolded(booked, undefined)).toBe(false)
  expect(isFolded({ jobStatus: 'completed' }, undefined)).toBe(true)
  expect(isFolded({ jobStatus: 'completed' }, { is: 'on site', jobBookingId: 'b', arrival })).toBe(false)
})

test('the length of visits is in hours and minutes', () => {
  const of = (...ends: string[]) => lengthOf(ends.map((jobEnd) => ({ jobStart: '2026-07-10T09:00:00Z', jobEnd })))
  expect([of(), of('2026-07-10T09:45:00Z'), of('2026-07-10T11:00:00Z', '2026-07-10T11:20:00Z')]).toEqual([
    '0 min',
    '45 min',
    '4 h 20 min',
  ])
})

test('what is left to do is counted in words', () => {
  const of = (...statuses: ('not completed' | 'completed' | 'to estimate')[]) =>
    tasksLeft({
      jobDescriptions: statuses.map((status, nth) => ({ taskId: String(nth), description: '', status, ready: false })),
    })
  expect(of()).toBe('No tasks')
  expect(of('not completed')).toBe('1 task left')
  expect(of('not completed', 'not completed')).toBe('2 tasks left')
  expect(of('not completed', 'completed', 'not completed', 'not completed')).toBe('3 of 4 tasks left')
  expect(of('not completed', 'to estimate')).toBe('1 task left, 1 to estimate')
  expect(of('completed', 'completed')).toBe('2 of 2 tasks done')
  expect(of('completed', 'to estimate', 'completed', 'completed')).toBe('3 of 4 tasks done, 1 to estimate')
})
