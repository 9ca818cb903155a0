import { expect, test } from 'vitest'
import { inMilliseconds } from './milliseconds.ts'
import { day, givenDay, givenInstant, id, instant } from './values.ts'

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

test('a command gives instants in whole milliseconds, from 1970 to 2199', () => {
  expect(givenInstant.parse('2026-11-20T09:00:00.123456789Z')).toBe('2026-11-20T09:00:00.123Z')
  expect(givenInstant.parse('2026-11-20T09:00:00Z')).toBe('2026-11-20T09:00:00.000Z')
  expect(givenInstant.parse('2199-12-31T23:59:59.9999Z')).toBe('2199-12-31T23:59:59.999Z')
  for (const far of ['1969-12-31T23:59:59.999Z', '2200-01-01T00:00:00.000Z', '9999-12-31T23:59:59.9999Z', 'yesterday'])
    expect(givenInstant.safeParse(far).success, far).toBe(false)
})

test('a command gives days from 1970 to 2199', () => {
  expect([givenDay.parse('1970-01-01'), givenDay.parse('2199-12-31')]).toEqual(['1970-01-01', '2199-12-31'])
  for (const far of ['1969-12-31', '2200-01-01', '0001-01-01', '9999-12-31'])
    expect(givenDay.safeParse(far).success, far).toBe(false)
})

test('an instant that was stored before there was a rule stays readable, in milliseconds of its own year', () => {
  expect(instant.parse('9999-12-31T23:59:59.9999Z')).toBe('9999-12-31T23:59:59.9999Z')
  expect(inMilliseconds('9999-12-31T23:59:59.9999Z')).toBe('9999-12-31T23:59:59.999Z')
  expect(inMilliseconds('2026-11-20T09:00:00Z')).toBe('2026-11-20T09:00:00.000Z')
})
