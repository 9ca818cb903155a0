import { expect, test } from 'vitest'
import { bestStart } from './free-time.ts'

test('a visit starts where it first fits, else where most of it does', () => {
  const free = [
    { from: 480, to: 510 },
    { from: 600, to: 690 },
    { from: 780, to: 900 },
  ]
  expect([30, 90, 120, 240].map((minutes) => bestStart(free, minutes))).toEqual([480, 600, 780, 780])
  expect(bestStart([], 60)).toBeUndefined()
})
