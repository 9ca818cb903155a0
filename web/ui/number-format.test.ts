import { expect, test } from 'vitest'
import { counted, numberText } from './number-format.ts'

test('numbers have thousands separators and at most two decimals', () => {
  expect(numberText(19.5)).toBe('19.5')
  expect(numberText(1_234.567)).toBe('1,234.57')
})

test('a count names one thing or several', () => {
  expect(counted(1, 'job')).toBe('1 job')
  expect(counted(1_200, 'job')).toBe('1,200 jobs')
  expect(counted(0, 'person', 'people')).toBe('0 people')
})
