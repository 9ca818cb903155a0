import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#core/time/wall-clock.ts'
import { addMonths, gasSafety, nextDeadline } from './anniversary.ts'

test('a gas safety check in the two months before its deadline keeps the anniversary', () => {
  // The example of the regulations' guidance.
  expect(nextDeadline(gasSafety, '2019-02-10', '2019-01-05')).toBe('2020-02-10')
  expect(nextDeadline(gasSafety, '2019-02-10', '2018-12-11')).toBe('2020-02-10')
  expect(nextDeadline(gasSafety, '2019-02-10', '2019-02-10')).toBe('2020-02-10')
})

test('one that was done early or late starts a new cycle', () => {
  expect(nextDeadline(gasSafety, '2019-02-10', '2018-12-10')).toBe('2019-12-10')
  expect(nextDeadline(gasSafety, '2019-02-10', '2019-02-11')).toBe('2020-02-11')
  expect(nextDeadline({ months: 60, earlyMonths: 0 }, '2026-03-01', '2026-02-20')).toBe('2031-02-20')
})

test('months are counted by the calendar, and a short month gives its last day', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
  expect(addMonths('2026-01-15', -2)).toBe('2025-11-15')
  const day = fc.integer({ min: 0, max: 30_000 }).map((count) => addDays('2000-01-01', count))
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 60 }), (from, months) => {
      const then = addMonths(from, months)
      expect(then.slice(0, 7)).toBe(addMonths(`${from.slice(0, 7)}-01`, months).slice(0, 7))
      expect(then.slice(8) <= from.slice(8)).toBe(true)
    }),
  )
})

test('whenever a check is done, the next deadline lies ahead of it, and at most fourteen months away', () => {
  const day = fc.integer({ min: 0, max: 1_000 }).map((count) => addDays('2025-06-01', count))
  fc.assert(
    fc.property(day, day, (deadline, done) => {
      const next = nextDeadline(gasSafety, deadline, done)
      expect(next > done && next <= addMonths(done, 14)).toBe(true)
    }),
  )
})
