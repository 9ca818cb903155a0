import fc from 'fast-check'
import { expect, test } from 'vitest'
import { telephoneNumbers } from './telephone-numbers.ts'

const numbersIn = (text: string) => telephoneNumbers(text).flatMap(({ call }) => call ?? [])

test('telephone numbers in an access note can be dialled, however they are typed', () => {
  expect(numbersIn('Call Ms Aziz 07700 900123 first')).toEqual(['07700900123'])
  expect(numbersIn('Concierge (0113) 496 0123, or +44 113 496 0124.')).toEqual(['01134960123', '+441134960124'])
  expect(numbersIn('0113-496-0125')).toEqual(['01134960125'])
})

test('codes, times and flat numbers are not telephone numbers', () => {
  for (const text of ['Key safe code 4471', 'Home 09:00 to 13:00', 'Flat 0123456', 'Order 20261120093000123456', ''])
    expect([text, numbersIn(text)]).toEqual([text, []])
})

test('the pieces of any text are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+() -a\n') }), (text) => {
      expect(
        telephoneNumbers(text)
          .map((one) => one.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
