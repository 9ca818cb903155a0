import { expect, test } from 'vitest'
import { lengthText, timesText } from './visit-words.ts'

test('lengths of time are in hours and minutes', () => {
  expect([45, 60, 65, 330, 1_500].map(lengthText)).toEqual(['45 min', '1 h', '1 h 05', '5 h 30', '25 h'])
})

test('a visit until midnight ends at 24:00', () => {
  expect(timesText({ from: 22 * 60, to: 24 * 60 })).toBe('22:00–24:00')
})
