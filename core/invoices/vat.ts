import type { InvoiceVat } from '#core/company/vat-treatments.ts'

/**
 * An amount without VAT, the VAT that is charged, and both together, in pence; and the VAT that the customer accounts for instead, which
 * is not part of what they pay.
 */
export type Taxed = { net: number; vat: number; gross: number; reversed: number }

/**
 * A price with its VAT. VAT is worked out for each line of an invoice and rounded to the nearest penny, half a penny up; the VAT of
 * the invoice is the sum of its lines. HMRC allows this for invoices with separate amounts of VAT on each line (VAT Notice 700, The VAT
 * guide, paragraph 17.5.1), and accounting programs do the same, so that their totals are those of the invoice. A price that includes
 * the VAT stays as it is to the penny, and its VAT is the rate's share of it. Under the reverse charge the same VAT is left out of it.
 */
export function withVat(price: number, { kind, rate }: InvoiceVat, vatIncluded: boolean): Taxed {
  const vat = Math.round((price * rate) / (vatIncluded ? 10_000 + rate : 10_000))
  const net = vatIncluded ? price - vat : price
  return kind === 'reverse charge'
    ? { net, vat: 0, gross: net, reversed: vat }
    : { net, vat, gross: net + vat, reversed: 0 }
}

/** The sum of lines; its parts add up as theirs do. */
export const totalOf = (lines: readonly Taxed[]): Taxed =>
  lines.reduce(
    (sum, line) => ({
      net: sum.net + line.net,
      vat: sum.vat + line.vat,
      gross: sum.gross + line.gross,
      reversed: sum.reversed + line.reversed,
    }),
    { net: 0, vat: 0, gross: 0, reversed: 0 },
  )
