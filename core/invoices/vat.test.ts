import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vatRates } from '#core/company/invoicing.ts'
import { totalOf, withVat } from './vat.ts'

const price = fc.integer({ min: 0, max: 1_000_000_000 })
const rate = fc.constantFrom(...vatRates)

test('lines and VAT make the total, in whole pence, whether or not prices include the VAT', () => {
  fc.assert(
    fc.property(fc.array(price, { maxLength: 200 }), rate, fc.boolean(), (prices, vatRate, vatIncluded) => {
      const lines = prices.map((one) => withVat(one, { vatRate, vatIncluded }))
      const total = totalOf(lines)
      expect(total.net + total.vat).toBe(total.gross)
      expect(lines.reduce((sum, line) => sum + line.net + line.vat, 0)).toBe(total.gross)
      for (const [at, line] of lines.entries()) {
        expect([line.net, line.vat, line.gross].every(Number.isSafeInteger)).toBe(true)
        expect(vatIncluded ? line.gross : line.net).toBe(prices[at])
      }
    }),
  )
})

test('the VAT of a line is its rate to the nearest penny', () => {
  fc.assert(
    fc.property(price, rate, fc.boolean(), (one, vatRate, vatIncluded) => {
      const { net, vat } = withVat(one, { vatRate, vatIncluded })
      // In ten-thousandths of a penny; of a price that includes VAT the net amount is rounded as well.
      expect(Math.abs(vat * 10_000 - net * vatRate)).toBeLessThanOrEqual(vatIncluded ? 5_000 + vatRate / 2 : 5_000)
    }),
  )
  expect(withVat(1_00, { vatRate: 2000, vatIncluded: false })).toEqual({ net: 100, vat: 20, gross: 120 })
  expect(withVat(1_20, { vatRate: 2000, vatIncluded: true })).toEqual({ net: 100, vat: 20, gross: 120 })
  expect(withVat(10, { vatRate: 500, vatIncluded: false })).toEqual({ net: 10, vat: 1, gross: 11 })
  expect(withVat(99, { vatRate: 0, vatIncluded: true })).toEqual({ net: 99, vat: 0, gross: 99 })
})
