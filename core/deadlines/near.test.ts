import { expect, test } from 'vitest'
import { dueAfter } from './counting.ts'
import { nearAt } from './near.ts'

const days = { zone: 'Europe/London', holidays: 'england-and-wales' } as const
const near = (startedAt: string, amount: number, unit: 'hours' | 'days' | 'working days') =>
  nearAt({ startedAt, due: dueAfter(startedAt, { amount, unit }, days) }, days)

test('a deadline of days is near from the morning of the last working day before, over weekends and bank holidays', () => {
  // Due on Thursday 26 November, on Monday 30 November and on Tuesday 29 December, the first working day after Boxing Day's.
  expect(near('2026-11-19T09:00:00.000Z', 5, 'working days')).toBe('2026-11-25T07:00:00.000Z')
  expect(near('2026-11-19T09:00:00.000Z', 7, 'working days')).toBe('2026-11-27T07:00:00.000Z')
  expect(near('2026-12-18T09:00:00.000Z', 5, 'working days')).toBe('2026-12-24T07:00:00.000Z')
  // In summer time.
  expect(near('2026-06-01T09:00:00.000Z', 10, 'days')).toBe('2026-06-10T06:00:00.000Z')
})

test('a deadline of hours is near four hours before it ends, a short one halfway, and one of a day on its last morning', () => {
  expect(near('2026-11-20T09:22:00.000Z', 24, 'hours')).toBe('2026-11-21T05:22:00.000Z')
  expect(near('2026-11-20T09:22:00.000Z', 2, 'hours')).toBe('2026-11-20T10:22:00.000Z')
  expect(near('2026-11-25T09:00:00.000Z', 1, 'working days')).toBe('2026-11-26T07:00:00.000Z')
  const today = { startedAt: '2026-11-25T09:00:00.000Z', due: '2026-11-25T23:59:59.999Z' }
  expect(nearAt(today, days)).toBeUndefined()
})
