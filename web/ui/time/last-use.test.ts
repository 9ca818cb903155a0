import { expect, test } from 'vitest'
import { lastUse } from './last-use.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

test('the more recent the last use, the more precise its text, in the company’s time zone', () => {
  const text = (instant: string) => lastUse(instant, now, 'Europe/London')
  expect(text('2026-11-20T11:57:00Z')).toBe('Now')
  expect(text('2026-11-20T11:16:00Z')).toBe('44 minutes ago')
  expect(text('2026-11-20T08:30:00Z')).toBe('Today, 08:30')
  expect(text('2026-11-19T17:20:00Z')).toBe('Yesterday, 17:20')
  expect(text('2026-11-17T16:05:00Z')).toBe('Tue 17 Nov, 16:05')
  expect(text('2025-11-17T16:05:00Z')).toBe('Mon 17 Nov 2025, 16:05')
})
