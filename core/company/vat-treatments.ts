import * as z from 'zod/mini'
import type { Invoicing, VatRate } from './invoicing.ts'

/** How an invoice can have its VAT. Under the reverse charge for building work the customer accounts for it, not the company. */
export const vatTreatments = [
  'standard',
  'reduced',
  'zero-rated',
  'exempt',
  'reverse charge',
  'reverse charge, reduced',
] as const
export type VatTreatment = (typeof vatTreatments)[number]

export const vatTreatment = z.enum(vatTreatments)

/** As it is given for an invoice: empty for the company's rate. */
export const givenVat = z.enum(
  [...vatTreatments, ''],
  'The VAT of an invoice is standard, reduced, zero-rated, exempt, reverse charge, or reverse charge, reduced.',
)
export type GivenVat = z.infer<typeof givenVat>

/** The VAT of an invoice: its rate, and whether the company charges it. 'none' is that of a company without a VAT number. */
export type InvoiceVat = { kind: 'charged' | 'exempt' | 'reverse charge' | 'none'; rate: VatRate }

const kinds: Record<VatTreatment, InvoiceVat> = {
  standard: { kind: 'charged', rate: 2000 },
  reduced: { kind: 'charged', rate: 500 },
  'zero-rated': { kind: 'charged', rate: 0 },
  exempt: { kind: 'exempt', rate: 0 },
  'reverse charge': { kind: 'reverse charge', rate: 2000 },
  'reverse charge, reduced': { kind: 'reverse charge', rate: 500 },
}

/** The VAT of an invoice that was given this treatment, or none of its own: then it is the company's. */
export function invoiceVat({ vatNumber, vatRate }: Invoicing, treatment?: VatTreatment): InvoiceVat {
  if (!vatNumber) return { kind: 'none', rate: 0 }
  return treatment ? kinds[treatment] : { kind: 'charged', rate: vatRate }
}

/** The treatment of invoices that were given none. */
export const usualTreatment = ({ vatRate }: Pick<Invoicing, 'vatRate'>): VatTreatment =>
  (({ 0: 'zero-rated', 500: 'reduced', 2000: 'standard' }) as const)[vatRate]

/** What they are called on screen and in the history. */
export const vatTreatmentNames: Record<VatTreatment, string> = {
  standard: '20% (standard rate)',
  reduced: '5% (reduced rate)',
  'zero-rated': '0% (zero-rated)',
  exempt: 'Exempt, no VAT',
  'reverse charge': 'Reverse charge, 20%',
  'reverse charge, reduced': 'Reverse charge, 5%',
}

/** What an invoice under the reverse charge must say. */
export const reverseChargeWords = 'Reverse charge: customer to account to HMRC for the VAT'
