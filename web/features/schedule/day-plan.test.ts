import { expect, test } from 'vitest'
import { hoursShown } from '#core/job/lanes/hours-shown.ts'
import { minutesOnDay, visitsOnDay } from './day-plan.ts'
import type { BookedVisit } from './visit-times.ts'

const zone = 'Europe/London'
const day = '2026-07-20'
const visit = (jobId: string, from: string, to: string, ...assignedTo: string[]): BookedVisit => ({
  jobId,
  jobRef: '00012',
  apartmentName: '31 Tannery Wharf',
  jobStatus: 'booked',
  warning: '',
  jobBookingId: jobId,
  jobStart: from,
  jobEnd: to,
  assignedTo,
})
const noon = visit('noon', '2026-07-20T11:00:00.000Z', '2026-07-20T15:00:00.000Z', 'tom', 'maya')
const wanted = { from: 9 * 60, to: 12 * 60 }

test("a person's day holds their visits in the company's time zone, except the one being booked", () => {
  const mine = visit('mine', '2026-07-20T08:00:00.000Z', '2026-07-20T11:00:00.000Z', 'tom')
  const plan = visitsOnDay('tom', [mine, noon], { jobId: 'mine', day, zone, wanted })
  expect(plan).toEqual([
    { jobId: 'noon', jobRef: '00012', apartmentName: '31 Tannery Wharf', from: 720, to: 960, clashes: false },
  ])
  expect(visitsOnDay('sam', [mine, noon], { jobId: 'mine', day, zone, wanted })).toEqual([])
})

test('overlapping visits clash, visits that only touch do not', () => {
  const clashing = (to: number) =>
    visitsOnDay('tom', [noon], { jobId: 'mine', day, zone, wanted: { ...wanted, to } })[0]?.clashes
  expect(clashing(12 * 60)).toBe(false)
  expect(clashing(12 * 60 + 15)).toBe(true)
})

test('each day shows its part of a visit over midnight', () => {
  const [start, end] = ['2026-07-20T21:00:00.000Z', '2026-07-21T01:00:00.000Z']
  expect(minutesOnDay('2026-07-20', start, end, zone)).toEqual({ from: 22 * 60, to: 24 * 60 })
  expect(minutesOnDay('2026-07-21', start, end, zone)).toEqual({ from: 0, to: 2 * 60 })
  expect(minutesOnDay('2026-07-22', start, end, zone)).toBeUndefined()
})

test('a day shows working hours, extended to fit every visit', () => {
  expect(hoursShown([])).toEqual({ from: 7, to: 19 })
  expect(hoursShown([{ from: 330, to: 1_170 }])).toEqual({ from: 5, to: 20 })
})
