import type { VatRate } from '#core/company/invoicing.ts'
import type { InvoiceVat } from '#core/company/vat-treatments.ts'
import type { Invoice, InvoiceLine } from './invoice.ts'

/** Accounting programs whose files of sales invoices can be made. */
export const accountingPrograms = ['xero', 'quickbooks'] as const
export type AccountingProgram = (typeof accountingPrograms)[number]

/** A row of such a file: each line of an invoice is one, with the invoice repeated. */
export type InvoiceRow = { invoice: Invoice; line: InvoiceLine }
type LayoutColumn = { heading: string; cell: (row: InvoiceRow) => string }

/** Both programs read a day of the United Kingdom as 27/11/2026. */
const day = (iso: string) => iso.split('-').reverse().join('/')
const pounds = (pence: number) => (pence / 100).toFixed(2)

/** The names that a program gives its rates of VAT in the United Kingdom. */
type TaxNames = { none: string; exempt: string; charged: Record<VatRate, string>; reversed: Record<VatRate, string> }
const taxNames: Record<AccountingProgram, TaxNames> = {
  xero: {
    none: 'No VAT',
    exempt: 'Exempt Income',
    charged: { 0: 'Zero Rated Income', 500: '5% (VAT on Income)', 2000: '20% (VAT on Income)' },
    reversed: {
      0: 'Zero Rated Income',
      500: 'Domestic Reverse Charge @ 5% (VAT on Income)',
      2000: 'Domestic Reverse Charge @ 20% (VAT on Income)',
    },
  },
  quickbooks: {
    none: 'No VAT',
    exempt: 'Exempt',
    charged: { 0: '0.0% Z', 500: '5.0% R', 2000: '20.0% S' },
    reversed: { 0: '0.0% Z', 500: '5.0% RC CIS', 2000: '20.0% RC CIS' },
  },
}

function taxName(program: AccountingProgram, { kind, rate }: InvoiceVat): string {
  const { none, exempt, charged, reversed } = taxNames[program]
  if (kind === 'none') return none
  if (kind === 'exempt') return exempt
  return (kind === 'reverse charge' ? reversed : charged)[rate]
}

const empty = (...headings: string[]): LayoutColumn[] => headings.map((heading) => ({ heading, cell: () => '' }))

/** Xero's template for sales invoices. Amounts are without tax, and account 200 is 'Sales' in its chart of accounts. */
const xero: readonly LayoutColumn[] = [
  { heading: '*ContactName', cell: ({ invoice }) => invoice.customer },
  ...empty('EmailAddress', 'POAddressLine1', 'POAddressLine2', 'POAddressLine3', 'POAddressLine4'),
  ...empty('POCity', 'PORegion', 'POPostalCode', 'POCountry'),
  { heading: '*InvoiceNumber', cell: ({ invoice }) => invoice.number },
  { heading: 'Reference', cell: ({ invoice }) => referenceOf(invoice) },
  { heading: '*InvoiceDate', cell: ({ invoice }) => day(invoice.date) },
  { heading: '*DueDate', cell: ({ invoice }) => day(invoice.due) },
  { heading: 'Total', cell: ({ invoice }) => pounds(invoice.total.gross) },
  ...empty('InventoryItemCode'),
  { heading: '*Description', cell: descriptionOf },
  { heading: '*Quantity', cell: () => '1' },
  { heading: '*UnitAmount', cell: ({ line }) => pounds(line.net) },
  ...empty('Discount'),
  { heading: '*AccountCode', cell: () => '200' },
  { heading: '*TaxType', cell: ({ invoice }) => taxName('xero', invoice.vat) },
  { heading: 'TaxAmount', cell: ({ line }) => pounds(line.vat) },
  ...empty('TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'),
  { heading: 'Currency', cell: () => 'GBP' },
  ...empty('BrandingTheme'),
]

/** QuickBooks Online's template for invoices. Amounts are exclusive of tax; 'Services' is the product that each company there has. */
const quickbooks: readonly LayoutColumn[] = [
  { heading: '*InvoiceNo', cell: ({ invoice }) => invoice.number },
  { heading: '*Customer', cell: ({ invoice }) => invoice.customer },
  { heading: '*InvoiceDate', cell: ({ invoice }) => day(invoice.date) },
  { heading: '*DueDate', cell: ({ invoice }) => day(invoice.due) },
  ...empty('Terms', 'Location'),
  { heading: 'Memo', cell: ({ invoice }) => referenceOf(invoice) },
  { heading: 'Item(Product/Service)', cell: () => 'Services' },
  { heading: 'ItemDescription', cell: descriptionOf },
  { heading: 'ItemQuantity', cell: () => '1' },
  { heading: 'ItemRate', cell: ({ line }) => pounds(line.net) },
  { heading: '*ItemAmount', cell: ({ line }) => pounds(line.net) },
  { heading: '*ItemTaxCode', cell: ({ invoice }) => taxName('quickbooks', invoice.vat) },
  { heading: 'ItemTaxAmount', cell: ({ line }) => pounds(line.vat) },
  { heading: 'Currency', cell: () => 'GBP' },
]

/** The columns that each program imports, in its order and by its names; those with a star must be filled. */
export const layouts: Record<AccountingProgram, readonly LayoutColumn[]> = { xero, quickbooks }

function referenceOf({ workOrder, jobRef }: Invoice) {
  return [workOrder, `Job ${jobRef}`].filter(Boolean).join(', ')
}

function descriptionOf({ invoice, line }: InvoiceRow) {
  return line.description.startsWith(invoice.site) ? line.description : `${invoice.site}: ${line.description}`
}
