import type { Invoicing } from '#core/company/invoicing.ts'

/** An amount without VAT, its VAT, and both together, in pence. */
export type Taxed = { net: number; vat: number; gross: number }

/**
 * A price with its VAT. VAT is worked out for each line of an invoice and rounded to the nearest penny, half a penny up; the VAT of
 * the invoice is the sum of its lines. HMRC allows this for invoices with separate amounts of VAT on each line (VAT Notice 700, The VAT
 * guide, paragraph 17.5.1), and accounting programs do the same, so that their totals are those of the invoice. A price that includes
 * the VAT stays as it is to the penny, and its VAT is the rate's share of it.
 */
export function withVat(price: number, { vatRate, vatIncluded }: Pick<Invoicing, 'vatRate' | 'vatIncluded'>): Taxed {
  if (!vatIncluded) {
    const vat = Math.round((price * vatRate) / 10_000)
    return { net: price, vat, gross: price + vat }
  }
  const vat = Math.round((price * vatRate) / (10_000 + vatRate))
  return { net: price - vat, vat, gross: price }
}

/** The sum of lines; its parts add up as theirs do. */
export const totalOf = (lines: readonly Taxed[]): Taxed =>
  lines.reduce((sum, line) => ({ net: sum.net + line.net, vat: sum.vat + line.vat, gross: sum.gross + line.gross }), {
    net: 0,
    vat: 0,
    gross: 0,
  })
