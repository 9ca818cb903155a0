import { expect, test } from 'vitest'
import { dueColumnOf } from './due-columns.ts'

const now = '2026-11-20T10:42:00.000Z'

test.each([
  ['2026-11-20T10:41:59.999Z', 'overdue'],
  ['2026-11-20T10:42:00.000Z', 'today'],
  ['2026-11-20T23:59:59.999Z', 'today'],
  ['2026-11-21T00:00:00.000Z', 'week'],
  ['2026-11-27T23:59:59.999Z', 'week'],
  ['2026-11-28T00:00:00.000Z', 'later'],
] as const)('what is due at %s on 20 November at 10:42 is in the column %s', (due, column) => {
  expect(dueColumnOf(due, now, 'Europe/London')).toBe(column)
})

test('days are the company’s, also in summer', () => {
  expect(dueColumnOf('2026-07-01T22:59:59.999Z', '2026-07-01T22:30:00.000Z', 'Europe/London')).toBe('today')
  expect(dueColumnOf('2026-07-01T23:30:00.000Z', '2026-07-01T22:30:00.000Z', 'Europe/London')).toBe('week')
})
