import { expect, test } from 'vitest'
import { needsVisit } from './visit-needed.ts'

const now = '2027-01-12T10:00:00.000Z'

test('a pending job needs a visit while none is under way or ahead', () => {
  expect(needsVisit({ jobStatus: 'pending' }, now)).toBe(true)
  expect(needsVisit({ jobStatus: 'pending', jobEnd: now }, now)).toBe(true)
  expect(needsVisit({ jobStatus: 'pending', jobEnd: '2027-01-12T10:00:00.001Z' }, now)).toBe(false)
})

test('a job that is not pending needs none', () => {
  for (const jobStatus of ['booked', 'completed', 'cancelled', 'quote sent', 'to estimate'] as const)
    expect(needsVisit({ jobStatus }, now)).toBe(false)
})
