import { expect, test } from 'vitest'
import { ageText } from './tray-words.ts'

test('a job of the tray says for how many days it has waited', () => {
  expect(ageText('2027-01-12', '2027-01-12')).toBe('today')
  expect(ageText('2027-01-13', '2027-01-12')).toBe('today')
  expect(ageText('2027-01-11', '2027-01-12')).toBe('1 day')
  expect(ageText('2026-12-31', '2027-01-12')).toBe('12 days')
})
