import { expect, test } from 'vitest'
import type { CalendarRow } from '#core/projections/calendar.ts'
import { type CalendarRead, withRows } from './calendar.ts'

const week = { from: '2026-11-16T00:00:00.000Z', to: '2026-11-23T00:00:00.000Z' }
const visit = (jobId: string, jobStart?: string, jobEnd?: string): CalendarRow => ({
  jobId,
  jobRef: jobId.padStart(5, '0'),
  apartmentName: '14 Marlowe Court',
  jobStatus: 'booked',
  warning: '',
  assignedTo: [],
  ...(jobStart && jobEnd ? { jobBookingId: jobId, jobStart, jobEnd } : {}),
})
const monday = visit('1', '2026-11-16T09:00:00.000Z', '2026-11-16T11:00:00.000Z')
const friday = visit('2', '2026-11-20T09:00:00.000Z', '2026-11-20T11:00:00.000Z')
const read: CalendarRead = { ...week, bookings: [monday, friday], people: {}, seq: 7 }
const idsIn = ({ bookings }: CalendarRead) => bookings.map((one) => one.jobId)

test('a visit that someone else moves, books or removes from the week is updated', () => {
  const moved = visit('1', '2026-11-21T09:00:00.000Z', '2026-11-21T11:00:00.000Z')
  expect(idsIn(withRows(read, [moved], [], 8))).toEqual(['2', '1'])
  const booked = visit('3', '2026-11-18T09:00:00.000Z', '2026-11-18T11:00:00.000Z')
  expect(idsIn(withRows(read, [booked], [], 8))).toEqual(['1', '3', '2'])
  const away = visit('2', '2026-11-27T09:00:00.000Z', '2026-11-27T11:00:00.000Z')
  expect(idsIn(withRows(read, [away], [], 8))).toEqual(['1'])
  expect(idsIn(withRows(read, [visit('1')], [], 8))).toEqual(['2'])
  expect(idsIn(withRows(read, [], ['1'], 8))).toEqual(['2'])
})

test('a range read after the push stays unchanged', () => {
  expect(withRows(read, [visit('1')], [], 6)).toBe(read)
  expect(withRows(read, [], [], 9)).toEqual({ ...read, seq: 9 })
})
