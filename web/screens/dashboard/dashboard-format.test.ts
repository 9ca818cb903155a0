import { expect, test } from 'vitest'
import type { OverdueJob } from '#core/wire/dashboard.ts'
import { daysCount, hours, overdueSentence, shortPounds, steps, wholePounds } from './dashboard-format.ts'

const job = (over: Partial<OverdueJob>): OverdueJob => ({
  ...{ jobId: '', jobRef: '00001', apartmentName: 'Flat 4', reason: 'visit over', since: '2026-11-10' },
  ...{ days: 4, tasksLeft: 2, toEstimate: 0, ...over },
})

test('an overdue job says why', () => {
  expect(overdueSentence(job({}), '10 Nov')).toBe('Visit ended, 2 tasks open')
  expect(overdueSentence(job({ tasksLeft: 1, toEstimate: 1 }), '10 Nov')).toBe('Visit ended, 1 task to estimate')
  expect(overdueSentence(job({ reason: 'no access' }), '10 Nov')).toBe('No access, no new visit')
  expect(overdueSentence(job({ reason: 'reschedule' }), '10 Nov')).toBe('Reschedule, no new visit')
  expect(overdueSentence(job({ reason: 'quote approved' }), '10 Nov')).toBe('Quote approved, no visit booked')
  expect(overdueSentence(job({ reason: 'no visit' }), '10 Nov')).toBe('No visit booked since 10 Nov')
})

test('figures are as short as their space requires', () => {
  expect([shortPounds(1_721_000), shortPounds(95_00), wholePounds(1_721_049)]).toEqual(['£17.2k', '£95', '£17,210'])
  expect([hours(1_170), hours(0), daysCount(5.5), daysCount(1)]).toEqual(['19.5', '0', '5.5 days', '1 day'])
})

test.each([
  [0, [0]],
  [9, [0, 2.5, 5, 7.5, 10]],
  [1_721_000, [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
])('an axis to %s has few round steps and holds the largest value', (largest, expected) => {
  expect(steps(largest)).toEqual(expected)
})
