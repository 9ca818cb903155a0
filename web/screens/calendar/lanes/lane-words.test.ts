import { expect, test } from 'vitest'
import { dayText } from './lane-words.ts'

test('a day says what is booked and what is free, and nothing where there is neither', () => {
  expect(dayText({ minutes: 240, freeMinutes: 300 })).toBe('4 h · 5 h free')
  expect(dayText({ minutes: 0, freeMinutes: 540 })).toBe('9 h free')
  expect(dayText({ minutes: 0, freeMinutes: 0 })).toBe('')
})
