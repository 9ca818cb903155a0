import { expect, test } from 'vitest'
import { idOf, jobId, maya, tom } from '#test/core/given-when-then.ts'
import { booking } from '#test/core/job-events.ts'
import { bookingClashes, clashesOf } from './booking-clashes.ts'
import type { Booked } from './overlap.ts'

const job = { apartmentName: '14 Marlowe Court', jobRef: '00213' }
const wanted = { jobId, ...booking, assignedTo: [tom.userId, maya.userId] }
const usernames = { [tom.userId]: 'Tom', [maya.userId]: 'Maya' }
const booked = (nth: number, ...assignedTo: string[]): Booked => ({
  jobId: idOf('b', nth),
  jobRef: String(nth).padStart(5, '0'),
  apartmentName: `${nth} Tannery Wharf`,
  jobStart: wanted.jobStart,
  jobEnd: wanted.jobEnd,
  assignedTo,
})

test('every clash is named with person, site and time, beside the job whose visit is booked', () => {
  const elsewhere = { ...booked(14, tom.userId), jobStart: wanted.jobEnd, jobEnd: '2026-11-21T12:00:00.000Z' }
  const bookings = [booked(12, maya.userId), booked(13, tom.userId, maya.userId), elsewhere]
  const found = clashesOf(job, wanted, { bookings, usernames })
  expect(found).toMatchObject({ ...job, others: 0 })
  expect(found.clashes.map((one) => `${one.username} at ${one.apartmentName}, ${one.jobRef}`)).toEqual([
    'Maya at 12 Tannery Wharf, 00012',
    'Tom at 13 Tannery Wharf, 00013',
    'Maya at 13 Tannery Wharf, 00013',
  ])
  expect(found.clashes[0]).toMatchObject({ jobStart: wanted.jobStart, jobEnd: wanted.jobEnd })
  expect(bookingClashes.parse(found)).toEqual(found)
})

test('of many clashes twenty are listed, and the others are counted', () => {
  const bookings = Array.from({ length: 25 }, (_, nth) => booked(nth + 20, tom.userId))
  expect(clashesOf(job, wanted, { bookings, usernames })).toMatchObject({ others: 5 })
  expect(clashesOf(job, wanted, { bookings, usernames }).clashes).toHaveLength(20)
})
