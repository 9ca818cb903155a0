import { expect, test } from 'vitest'
import { keepLatest } from './latest-entries.ts'

test('what was used longest ago goes first', () => {
  const latest = keepLatest<number>(2)
  latest.set('a', 1)
  latest.set('b', 2)
  expect(latest.get('a')).toBe(1)
  latest.set('c', 3)
  expect([latest.get('a'), latest.get('b'), latest.get('c')]).toEqual([1, undefined, 3])
  latest.set('a', 4)
  latest.delete('c')
  expect([latest.get('a'), latest.get('c')]).toEqual([4, undefined])
})
