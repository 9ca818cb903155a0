import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textNumber } from './number.ts'

test('mobile numbers are taken however they are written, British ones without their country too', () => {
  const written = ['07911 123456', '(07911) 123-456', '+44 7911 123456', '+44 (0)7911 123456', '0044 7911 123456']
  for (const one of written) expect(textNumber(one), one).toEqual({ number: '+447911123456' })
  expect(textNumber('+353 85 012 3456').number).toBe('+353850123456')
  expect(textNumber('020 7946 0958 / 07911 123456').number).toBe('+447911123456')
  for (const one of ['07700 900142', '+44 7700 900142']) expect(textNumber(one).number).toBe('+447700900142')
})

test('a landline, a pager, a personal number and what is no number take no texts', () => {
  for (const one of [
    '020 7946 0958',
    '0113 496 0118',
    '07640 123456',
    '070 1234 5678',
    '079111',
    'ask Amara',
    '07911 123456 ext 5',
  ])
    expect(textNumber(one), one).toEqual({ problem: 'not-mobile' })
  expect(textNumber('  ')).toEqual({ problem: 'none' })
})

test('a mobile number abroad takes texts only where the operator allows its country', () => {
  expect(textNumber('+33 6 12 34 56 78')).toEqual({ problem: 'abroad' })
  expect(textNumber('+960 771 2345')).toEqual({ problem: 'abroad' })
  expect(textNumber('+33 6 12 34 56 78', ['GB', 'FR'])).toEqual({ number: '+33612345678' })
  expect(textNumber('+33 6 12 34 56 78 or 07911 123456')).toEqual({ number: '+447911123456' })
  for (const one of ['07797 712345', '07781 123456', '07924 123456']) expect(textNumber(one).number, one).toBeDefined()
})

test('a number stays as it is once it has its form, and nothing that is typed throws', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(digits, fc.constantFrom('07', '+447', '00447', '+44 (0)7'), (rest, start) => {
      const { number } = textNumber(`${start}${rest.join('')}`)
      if (number === undefined) return
      expect(number).toMatch(/^\+447\d{8,9}$/)
      expect(textNumber(number)).toEqual({ number })
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (text) => {
      const { number } = textNumber(text)
      if (number !== undefined) expect(number).toMatch(/^\+[1-9]\d{6,14}$/)
    }),
  )
})
