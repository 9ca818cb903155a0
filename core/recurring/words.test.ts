import { expect, test } from 'vitest'
import { makingWords } from './words.ts'

test('a job whose lead time has begun is made at once, any other on its day in the company’s time', () => {
  const [now, zone] = ['2026-11-28T09:00:00.000Z', 'Europe/London']
  expect(makingWords('2026-11-14T00:00:00.000Z', now, zone)).toBe('Job made at once')
  expect(makingWords(now, now, zone)).toBe('Job made at once')
  expect(makingWords('2027-06-14T23:00:00.000Z', now, zone)).toMatch(/^Job made on .*15 Jun 2027$/)
})
