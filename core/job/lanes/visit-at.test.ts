import { expect, test } from 'vitest'
import { visitAt } from './visit-at.ts'

const zone = 'Europe/London'

test('a visit is put at a time of the company, in winter and in summer', () => {
  expect(visitAt({ day: '2027-01-12', start: 9 * 60 + 15, minutes: 120 }, zone)).toEqual({
    jobStart: '2027-01-12T09:15:00.000Z',
    jobEnd: '2027-01-12T11:15:00.000Z',
  })
  expect(visitAt({ day: '2027-07-12', start: 9 * 60, minutes: 60 }, zone)?.jobStart).toBe('2027-07-12T08:00:00.000Z')
})

test('it ends on its day, and never at a time that the clocks skip', () => {
  expect(visitAt({ day: '2027-01-12', start: 23 * 60, minutes: 120 }, zone)?.jobEnd).toBe('2027-01-12T23:59:00.000Z')
  expect(visitAt({ day: '2027-03-28', start: 60, minutes: 30 }, zone)).toBeUndefined()
})
