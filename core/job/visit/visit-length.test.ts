import { expect, test } from 'vitest'
import { visitLength } from './visit-length.ts'

const last = { jobStart: '2027-01-12T09:00:00.000Z', jobEnd: '2027-01-12T10:30:00.000Z' }

test('the next visit takes as long as was noted on the job, else as long as the last one, else two hours', () => {
  expect(visitLength({ ...last, nextVisitHours: 3 })).toBe(180)
  expect(visitLength({ ...last, nextVisitHours: 0 })).toBe(90)
  expect(visitLength({})).toBe(120)
  expect(visitLength({ ...last, jobEnd: '2027-01-14T10:30:00.000Z' })).toBe(720)
})
