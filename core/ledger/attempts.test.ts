import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attemptAfter, staysRefused } from './attempts.ts'

const attempts = fc.integer({ min: 1, max: 1_000_000 })

test('an attempt that was refused stays refused, as do those before it; the one after it is decided anew', () => {
  fc.assert(
    fc.property(attempts, attempts, (attempt, refused) => {
      expect(staysRefused(attempt, refused)).toBe(attempt <= refused)
      expect(staysRefused(attemptAfter(refused), refused)).toBe(false)
    }),
  )
  expect(attemptAfter()).toBe(2)
})

test('nothing stays refused where nothing was refused, or without the number of the attempt', () => {
  fc.assert(fc.property(attempts, (one) => !staysRefused(one, 0) && !staysRefused(undefined, one)))
})
