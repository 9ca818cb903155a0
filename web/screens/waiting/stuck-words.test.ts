import { expect, test } from 'vitest'
import { stuckWords } from './stuck-words.ts'

test('what is stuck is counted in words, and nothing is said of nothing', () => {
  expect(stuckWords(0, 0)).toBe('')
  expect(stuckWords(1, 0)).toBe('1 change is stuck')
  expect(stuckWords(2, 0)).toBe('2 changes are stuck')
  expect(stuckWords(0, 1)).toBe('1 photo is stuck')
  expect(stuckWords(2, 1)).toBe('2 changes and 1 photo are stuck')
})
