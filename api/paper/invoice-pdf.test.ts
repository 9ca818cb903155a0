import { expect, test } from 'vitest'
import { type Invoicing, noInvoicing } from '#core/company/invoicing.ts'
import { invoiceVat, type VatTreatment } from '#core/company/vat-treatments.ts'
import type { Invoice } from '#core/invoices/invoice.ts'
import { totalOf, withVat } from '#core/invoices/vat.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'
import { invoicePdf } from './invoice-pdf.ts'

const invoicing: Invoicing = {
  ...noInvoicing,
  vatNumber: 'GB123456782',
  vatRate: 2000,
  bankDetails: 'Sort code 12-34-56',
}
const company = { name: 'Harrow & Pike', contact: ['1 Mill Lane, Leeds LS1 1AA'], logo: undefined }
function invoiceOver(descriptions: string[], of = invoicing, treatment?: VatTreatment): Invoice {
  const vat = invoiceVat(of, treatment)
  const lines = descriptions.map((description) => ({ description, ...withVat(99_99, vat, of.vatIncluded) }))
  return {
    number: 'INV-12',
    date: '2026-11-19',
    due: '2026-12-19',
    customer: 'Bright Oak',
    site: '14 Marlowe Court',
    workOrder: 'WO-7',
    jobRef: '00213',
    lines,
    total: totalOf(lines),
    vat,
    invoicing: of,
  }
}

test('an invoice says who pays what by when, with its VAT, and is the same to the byte each time', async () => {
  const invoice = invoiceOver(['Service the boiler', 'Mend the tap'])
  const bytes = await invoicePdf({ invoice, company })
  const { pages, text } = await readPdf(bytes)
  expect(pages).toHaveLength(1)
  const said = ['Harrow & Pike', 'INV-12', 'Bright Oak', '14 Marlowe Court', 'WO-7', '00213', '19 Nov 2026']
  const counted = ['GB 123 4567 82', 'Service the boiler', '£99.99', 'VAT at 20%', '£199.98', '£40.00', '£239.98']
  for (const one of [...said, ...counted, '19 Dec 2026', 'Sort code 12-34-56', 'Page 1 of 1'])
    expect(text).toContain(one)
  expect(Buffer.from(await invoicePdf({ invoice, company })).equals(Buffer.from(bytes))).toBe(true)
})

test('an invoice without a VAT number shows no VAT, and one of many long tasks goes on over pages with its number on each', async () => {
  const tasks = Array.from({ length: 60 }, (_, at) => `Task ${at + 1} ${'replace the washer '.repeat(12)}`)
  const { pages, text } = await readPdf(await invoicePdf({ invoice: invoiceOver(tasks, noInvoicing), company }))
  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages) expect(page.text).toContain('INV-12')
  expect(text).toContain('Task 60')
  expect(text).not.toContain('VAT')
})

test('an invoice has the VAT that it was given: reduced, zero, exempt, or left to the customer under the reverse charge', async () => {
  const said = async (treatment: VatTreatment) =>
    (await readPdf(await invoicePdf({ invoice: invoiceOver(['Mend the tap'], invoicing, treatment), company }))).text
  const reduced = await said('reduced')
  for (const one of ['VAT at 5%', '£5.00', '£104.99']) expect(reduced).toContain(one)
  expect(await said('zero-rated')).toContain('VAT at 0%')
  expect(await said('exempt')).toContain('VAT, exempt')
  const reversed = await said('reverse charge')
  const words = ['RC 20%', 'Reverse charge: customer to account to HMRC for the VAT.']
  for (const one of [...words, 'VAT for the customer to account for, at 20%: £20.00']) expect(reversed).toContain(one)
  expect(reversed).toContain('VAT charged')
  expect(reversed).not.toContain('£119.99')
  expect(await said('reverse charge, reduced')).toContain('at 5%: £5.00')
})
