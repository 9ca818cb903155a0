import { describe, expect, test } from 'vitest'
import { type Invoicing, noInvoicing } from '#core/company/invoicing.ts'
import type { VatTreatment } from '#core/company/vat-treatments.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { type Given, idOf, recorded } from '#test/core/given-when-then.ts'
import { invoiceOf } from './invoice.ts'
import { layouts } from './layouts.ts'

const [boiler, tap] = [idOf('c', 1), idOf('c', 2)]
const created: Given = {
  type: 'JobCreated',
  data: {
    apartmentName: '14 Marlowe Court',
    createdAt: '2026-11-19',
    jobPriority: 1,
    tasks: [
      { taskId: boiler, description: 'Service the\n boiler', status: 'completed' },
      { taskId: tap, description: 'Mend the tap', status: 'completed' },
    ],
  },
}
const referred: Given = { type: 'JobReferred', data: { workOrder: 'WO-7', agency: 'Bright Oak', receivedBy: '' } }
const priced: Given = { type: 'TaskPriced', data: { taskId: boiler, price: 99_99 } }
const invoiced: Given = { type: 'JobInvoiced', data: { invoice: 'INV-12' } }
const standard: Invoicing = { ...noInvoicing, vatNumber: 'GB123456782', vatRate: 2000, termsDays: 14 }
const invoiceFrom = (given: Given[], invoicing = standard, timeZone = 'Europe/London') => {
  const job = foldJob(recorded(...given).filter(isJobEvent))
  return job && invoiceOf(job, invoicing, timeZone)
}

describe('the invoice of a job', () => {
  test('has its number, days and customer, a line for each task, and the VAT', () => {
    const invoice = invoiceFrom([created, referred, priced, invoiced])
    expect(invoice).toMatchObject({
      number: 'INV-12',
      date: '2026-11-19',
      due: '2026-12-03',
      customer: 'Bright Oak',
      site: '14 Marlowe Court',
      workOrder: 'WO-7',
      lines: [
        { description: 'Service the boiler', net: 99_99, vat: 20_00, gross: 119_99 },
        { description: 'Mend the tap', net: 0, vat: 0, gross: 0 },
      ],
      total: { net: 99_99, vat: 20_00, gross: 119_99 },
    })
  })
  test('has the VAT that it was given, whatever the company’s is', () => {
    const given = (vat: VatTreatment): Given => ({ type: 'JobInvoiced', data: { invoice: 'INV-12', vat } })
    expect(invoiceFrom([created, priced, given('reduced')])?.total).toMatchObject({ net: 99_99, vat: 5_00 })
    expect(invoiceFrom([created, priced, given('exempt')])).toMatchObject({
      vat: { kind: 'exempt' },
      total: { net: 99_99, vat: 0, gross: 99_99, reversed: 0 },
    })
    expect(invoiceFrom([created, priced, given('reverse charge')])?.total).toEqual({
      ...{ net: 99_99, vat: 0, gross: 99_99 },
      reversed: 20_00,
    })
    expect(invoiceFrom([created, priced, given('reverse charge')], noInvoicing)).toMatchObject({
      vat: { kind: 'none' },
      total: { net: 99_99, vat: 0, gross: 99_99, reversed: 0 },
    })
    // It was taken back to the company's.
    expect(invoiceFrom([created, priced, given('reduced'), invoiced])?.total).toMatchObject({ vat: 20_00 })
  })
  test('is there while it has a number, and goes to the site where there is no agency', () => {
    expect(invoiceFrom([created, priced])).toBeUndefined()
    expect(invoiceFrom([created, priced, invoiced, { type: 'InvoiceCleared', data: {} }])).toBeUndefined()
    expect(invoiceFrom([created, priced, invoiced])).toMatchObject({ customer: '14 Marlowe Court' })
  })
  test('has the day of the company’s time zone, of the number that it has now', () => {
    const again: Given = { type: 'JobInvoiced', data: { invoice: 'INV-13' } }
    expect(invoiceFrom([created, invoiced, again], noInvoicing, 'Pacific/Auckland')).toMatchObject({
      number: 'INV-13',
      date: '2026-11-19',
      due: '2026-12-19',
    })
    expect(invoiceFrom([created, invoiced], noInvoicing, 'Pacific/Pago_Pago')).toMatchObject({ date: '2026-11-18' })
  })
})

describe('the files for accounting programs', () => {
  const rowFor = (program: keyof typeof layouts, invoicing?: Invoicing, number = invoiced) => {
    const invoice = invoiceFrom([created, referred, priced, number], invoicing)
    const line = invoice?.lines[0]
    if (!invoice || !line) throw new Error('it has a line')
    return Object.fromEntries(layouts[program].map(({ heading, cell }) => [heading, cell({ invoice, line })]))
  }
  test('have the columns of Xero’s template for sales invoices', () => {
    expect(layouts.xero.map(({ heading }) => heading).join()).toBe(
      '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TaxAmount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme',
    )
    expect(rowFor('xero')).toMatchObject({
      '*ContactName': 'Bright Oak',
      '*InvoiceNumber': 'INV-12',
      Reference: 'WO-7, Job 00213',
      '*InvoiceDate': '19/11/2026',
      '*DueDate': '03/12/2026',
      Total: '119.99',
      '*Description': '14 Marlowe Court: Service the boiler',
      '*Quantity': '1',
      '*UnitAmount': '99.99',
      '*AccountCode': '200',
      '*TaxType': '20% (VAT on Income)',
      TaxAmount: '20.00',
      Currency: 'GBP',
    })
  })
  test('have the columns of QuickBooks Online’s template for invoices', () => {
    expect(layouts.quickbooks.map(({ heading }) => heading).join()).toBe(
      '*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,*ItemTaxCode,ItemTaxAmount,Currency',
    )
    expect(rowFor('quickbooks')).toMatchObject({
      '*InvoiceNo': 'INV-12',
      '*Customer': 'Bright Oak',
      '*InvoiceDate': '19/11/2026',
      '*DueDate': '03/12/2026',
      ItemRate: '99.99',
      '*ItemAmount': '99.99',
      '*ItemTaxCode': '20.0% S',
      ItemTaxAmount: '20.00',
    })
  })
  test('fill every column with a star, and name each rate as the program does', () => {
    for (const program of ['xero', 'quickbooks'] as const)
      for (const [heading, cell] of Object.entries(rowFor(program)))
        if (heading.startsWith('*')) expect(cell, heading).not.toBe('')
    const names = ([5, 0, undefined] as const).map((rate) => {
      const invoicing = { ...noInvoicing, vatNumber: rate === undefined ? '' : 'GB123456782' }
      const of = { ...invoicing, vatRate: rate === 5 ? (500 as const) : (0 as const) }
      return [rowFor('xero', of)['*TaxType'], rowFor('quickbooks', of)['*ItemTaxCode']]
    })
    expect(names).toEqual([
      ['5% (VAT on Income)', '5.0% R'],
      ['Zero Rated Income', '0.0% Z'],
      ['No VAT', 'No VAT'],
    ])
  })
  test('name what an invoice was given, and charge nothing under the reverse charge', () => {
    const rows = (['exempt', 'reverse charge', 'reverse charge, reduced', 'zero-rated'] as const).map((vat) => {
      const number: Given = { type: 'JobInvoiced', data: { invoice: 'INV-12', vat } }
      const [xero, quickbooks] = [rowFor('xero', standard, number), rowFor('quickbooks', standard, number)]
      return [xero['*TaxType'], xero.TaxAmount, xero.Total, quickbooks['*ItemTaxCode'], quickbooks.ItemTaxAmount]
    })
    expect(rows).toEqual([
      ['Exempt Income', '0.00', '99.99', 'Exempt', '0.00'],
      ['Domestic Reverse Charge @ 20% (VAT on Income)', '0.00', '99.99', '20.0% RC CIS', '0.00'],
      ['Domestic Reverse Charge @ 5% (VAT on Income)', '0.00', '99.99', '5.0% RC CIS', '0.00'],
      ['Zero Rated Income', '0.00', '99.99', '0.0% Z', '0.00'],
    ])
  })
})
