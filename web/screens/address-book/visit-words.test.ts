import { expect, test } from 'vitest'
import { visitWords } from './visit-words.ts'

const at = (visit: string) => visitWords(visit, '2026-11-20T10:42:00.000Z', 'Europe/London')

test('a visit has its time on its day and before, and its day alone once that is over', () => {
  expect(at('2026-11-20T07:30:00.000Z')).toBe('Today, 07:30')
  expect(at('2026-11-20T13:15:00.000Z')).toBe('Today, 13:15')
  expect(at('2026-11-23T08:30:00.000Z')).toBe('Mon 23 Nov, 08:30')
  expect(at('2026-11-16T08:30:00.000Z')).toBe('16 Nov 2026')
})
