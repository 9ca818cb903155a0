import { expect, test } from 'vitest'
import { parsePounds, pounds } from './money.ts'

test('pence are formatted as pounds', () => {
  expect([0, 5, 8500, 12_500, 123_456_789].map(pounds)).toEqual([
    '£0.00',
    '£0.05',
    '£85.00',
    '£125.00',
    '£1,234,567.89',
  ])
})

test('pounds are read as people type them', () => {
  const typed = ['85', '85.5', '85.50', '0', '0.05', ' £1,250.00 ', '£ 12', '1,234,567.89', '10000000']
  expect(typed.map(parsePounds)).toEqual([8500, 8550, 8550, 0, 5, 125_000, 1200, 123_456_789, 1_000_000_000])
})

test('anything else is not a price', () => {
  const typed = [
    '',
    '-1',
    '+1',
    '1.234',
    '10,50',
    '1,23',
    '1e3',
    'NaN',
    '12 34',
    '£',
    '.5',
    '5.',
    '10000000.01',
    '99999999',
  ]
  for (const text of typed) expect(parsePounds(text), text).toBeUndefined()
})

test('a formatted price can be typed back, to the penny', () => {
  for (const pence of [0, 1, 29, 99, 100, 1_115, 999_999_999]) expect(parsePounds(pounds(pence))).toBe(pence)
})
