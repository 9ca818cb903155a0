import { expect, test } from 'vitest'
import { idOf, tom } from '#test/core/given-when-then.ts'
import { atBooking } from './at-booking.ts'

const zone = 'Europe/London'
const jobBookingId = idOf('f', 2)
const july = { jobBookingId, jobStart: '2026-07-01T08:00:00.000Z', jobEnd: '2026-07-01T10:00:00.000Z' }
const arrival = (nth: number, arrivedAt: string, booked = july) => ({
  arrivalId: idOf('f', nth),
  jobBookingId: booked.jobBookingId,
  userId: tom.userId,
  arrivedAt,
  recordedAt: arrivedAt,
  booked: { jobStart: booked.jobStart, jobEnd: booked.jobEnd },
  versions: [nth],
})
const first = arrival(1, '2026-07-01T08:04:00.000Z')

test('a booking has the arrivals that were recorded under its times, also after midnight', () => {
  const late = arrival(2, '2026-07-01T23:10:00.000Z')
  expect(atBooking(july, [first, late], zone)).toEqual([first, late])
})

test('a booking that was moved to another day leaves its arrivals behind; one moved within the day keeps them', () => {
  const moved = { ...july, jobStart: '2026-07-06T08:00:00.000Z', jobEnd: '2026-07-06T10:00:00.000Z' }
  expect(atBooking(moved, [first], zone)).toEqual([])
  expect(atBooking({ ...july, jobStart: '2026-07-01T13:00:00.000Z' }, [first], zone)).toEqual([first])
})

test('a booking has no arrivals of another one', () => {
  expect(atBooking({ ...july, jobBookingId: idOf('f', 3) }, [first], zone)).toEqual([])
  expect(atBooking({}, [first], zone)).toEqual([])
})
