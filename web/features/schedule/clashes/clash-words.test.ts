import { beforeEach, expect, test, vi } from 'vitest'
import type { BookingClashes } from '#core/job/overlaps/booking-clashes.ts'
import { clashSentences, wantedVisit } from './clash-words.ts'

// Days of the present year are written without it.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z'), toFake: ['Date'] }))

const zone = 'Europe/London'
const wanted = { jobStart: '2027-07-20T08:00:00.000Z', jobEnd: '2027-07-20T10:00:00.000Z' }
const clash = { userId: 'tom', username: 'tom.okafor', jobRef: '00012', apartmentName: '31 Tannery Wharf', ...wanted }
const found: BookingClashes = { apartmentName: '14 Marlowe Court', jobRef: '00213', clashes: [clash], others: 0 }

test('the visit that is moved is named with its site, job and time', () => {
  expect(wantedVisit(found, wanted, zone)).toBe('14 Marlowe Court, job 00213, Tue 20 Jul 2027, 09:00–11:00')
  expect(wantedVisit({ ...found, jobRef: '' }, wanted, zone)).toMatch(/^14 Marlowe Court, Tue/)
})

test('each clash is named with person, time, job and site, and with its day if that is another one', () => {
  const overnight = { ...clash, username: 'maya.lind', jobStart: '2027-07-19T21:00:00.000Z' }
  expect(clashSentences({ ...found, clashes: [clash, overnight] }, wanted, zone)).toEqual([
    'tom.okafor is already booked 09:00 to 11:00 on job 00012, 31 Tannery Wharf.',
    'maya.lind is already booked Mon 19 Jul 2027, 22:00–Tue 20 Jul 2027, 11:00 on job 00012, 31 Tannery Wharf.',
  ])
})

test('clashes that are not listed are counted', () => {
  expect(clashSentences({ ...found, others: 1 }, wanted, zone).at(-1)).toBe('There is 1 more clash.')
  expect(clashSentences({ ...found, others: 5 }, wanted, zone).at(-1)).toBe('There are 5 more clashes.')
})
