import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noInvoicing } from '#core/company/invoicing.ts'
import { invoiceVat, vatTreatments } from '#core/company/vat-treatments.ts'
import { totalOf, withVat } from './vat.ts'

const price = fc.integer({ min: 0, max: 1_000_000_000 })
const vat = fc.constantFrom(
  ...vatTreatments.map((one) => invoiceVat({ ...noInvoicing, vatNumber: 'GB123456782' }, one)),
  invoiceVat(noInvoicing),
)

test('lines and VAT make the total, in whole pence, whether or not prices include the VAT', () => {
  fc.assert(
    fc.property(fc.array(price, { maxLength: 200 }), vat, fc.boolean(), (prices, of, vatIncluded) => {
      const lines = prices.map((one) => withVat(one, of, vatIncluded))
      const total = totalOf(lines)
      expect(total.net + total.vat).toBe(total.gross)
      expect(lines.reduce((sum, line) => sum + line.net + line.vat, 0)).toBe(total.gross)
      expect(lines.reduce((sum, line) => sum + line.reversed, 0)).toBe(total.reversed)
      for (const [at, line] of lines.entries()) {
        expect([line.net, line.vat, line.gross, line.reversed].every(Number.isSafeInteger)).toBe(true)
        expect(vatIncluded ? line.gross + line.reversed : line.net).toBe(prices[at])
      }
    }),
  )
})

test('the VAT of a line is its rate to the nearest penny', () => {
  fc.assert(
    fc.property(price, vat, fc.boolean(), (one, of, vatIncluded) => {
      const { net, vat: charged, reversed } = withVat(one, of, vatIncluded)
      // In ten-thousandths of a penny; of a price that includes VAT the net amount is rounded as well.
      expect(Math.abs((charged + reversed) * 10_000 - net * of.rate)).toBeLessThanOrEqual(
        vatIncluded ? 5_000 + of.rate / 2 : 5_000,
      )
    }),
  )
  const charged = (rate: 0 | 500 | 2000) => ({ kind: 'charged', rate }) as const
  expect(withVat(1_00, charged(2000), false)).toEqual({ net: 100, vat: 20, gross: 120, reversed: 0 })
  expect(withVat(1_20, charged(2000), true)).toEqual({ net: 100, vat: 20, gross: 120, reversed: 0 })
  expect(withVat(10, charged(500), false)).toEqual({ net: 10, vat: 1, gross: 11, reversed: 0 })
  expect(withVat(99, charged(0), true)).toEqual({ net: 99, vat: 0, gross: 99, reversed: 0 })
})

test('under the reverse charge no VAT is charged, and the customer accounts for exactly what would have been', () => {
  fc.assert(
    fc.property(
      fc.array(price, { maxLength: 200 }),
      fc.constantFrom(500, 2000),
      fc.boolean(),
      (prices, rate, included) => {
        const total = (kind: 'charged' | 'reverse charge') =>
          totalOf(prices.map((one) => withVat(one, { kind, rate }, included)))
        const [charged, reversed] = [total('charged'), total('reverse charge')]
        expect(reversed).toEqual({ net: charged.net, vat: 0, gross: charged.net, reversed: charged.vat })
      },
    ),
  )
  const reverse = { kind: 'reverse charge', rate: 2000 } as const
  expect(withVat(1_00, reverse, false)).toEqual({ net: 100, vat: 0, gross: 100, reversed: 20 })
  expect(withVat(1_20, reverse, true)).toEqual({ net: 100, vat: 0, gross: 100, reversed: 20 })
})
