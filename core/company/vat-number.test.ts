import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printedVatNumber, vatNumberOf } from './vat-number.ts'

test('a British VAT number is kept with its country, whatever signs are typed between its digits', () => {
  for (const typed of ['123456782', 'GB123456782', ' gb 123 4567 82 ', '123-4567-82', 'GB 123.4567.82'])
    expect(vatNumberOf(typed), typed).toBe('GB123456782')
  expect(vatNumberOf('980 7806 84 001')).toBe('GB980780684001')
  expect(vatNumberOf('XI123456782')).toBe('XI123456782')
  // Of the numbers given out since 2010.
  expect(vatNumberOf('123456727')).toBe('GB123456727')
  for (const typed of ['GBGD001', 'GB HA 599']) expect(vatNumberOf(typed)).toBe(typed.replaceAll(' ', ''))
})

test('every number has two possible endings: one of the old series and one of that since 2010', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), (first) => {
      const endings = Array.from({ length: 97 }, (_, ending) => String(ending).padStart(2, '0'))
      const valid = endings.filter((ending) => vatNumberOf(`${String(first).padStart(7, '0')}${ending}`))
      expect(valid).toHaveLength(2)
    }),
  )
  for (const typed of ['123456783', '132456782', '223456782']) expect(vatNumberOf(typed), typed).toBeUndefined()
})

test('other countries’ numbers are taken by their form, and nothing else is a VAT number', () => {
  expect(vatNumberOf('IE 6388047V')).toBe('IE6388047V')
  for (const typed of ['12', 'GB000000000', 'none', 'GB12345678', 'GBGD999', 'GBHA001', 'GB1234567820', 'IE', '=1+1'])
    expect(vatNumberOf(typed), typed).toBeUndefined()
})

test('it is printed in groups', () => {
  expect(printedVatNumber('GB123456782')).toBe('GB 123 4567 82')
  expect(printedVatNumber('GB980780684001')).toBe('GB 980 7806 84 001')
  expect(printedVatNumber('IE6388047V')).toBe('IE6388047V')
})
