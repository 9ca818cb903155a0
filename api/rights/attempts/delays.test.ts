import { expect, test } from 'vitest'
import { delayAfter, longestDelay } from './delays.ts'

const after = (failures: number[], longest: number) => failures.map((one) => delayAfter(one, { free: 10, longest }))

test('the first nine wrong passwords cost no wait; from the tenth on the wait doubles, up to a minute', () => {
  expect(after([1, 9], longestDelay.stranger)).toEqual([0, 0])
  expect(after([10, 11, 12, 13, 14, 15, 16, 17], longestDelay.stranger)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

test('on a device of the person the wait never exceeds ten seconds', () => {
  expect(after([10, 13, 14, 1_000_000], longestDelay.known)).toEqual([1, 8, 10, 10])
})
