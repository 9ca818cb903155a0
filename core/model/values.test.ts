import { expect, test } from 'vitest'
import { day, id, instant } from './values.ts'

test('a day or an instant that PostgreSQL cannot store is refused', () => {
  expect(day.safeParse('0000-01-01').success).toBe(false)
  expect(day.parse('0001-01-01')).toBe('0001-01-01')
  expect(instant.safeParse('0000-01-01T00:00:00Z').success).toBe(false)
  expect(instant.safeParse(`2026-11-20T09:00:00.${'1'.repeat(200)}Z`).success).toBe(false)
  expect(instant.parse('2026-11-20T09:00:00.123456789Z')).toBe('2026-11-20T09:00:00.123456789Z')
})

test('an id in capitals is the same id', () => {
  expect(id.parse('0198C000-0000-7000-8000-0000000000A1')).toBe('0198c000-0000-7000-8000-0000000000a1')
})
