import { expect, test } from 'vitest'
import { noInvoicing, vatRates } from './invoicing.ts'
import { givenVat, invoiceVat, usualTreatment, vatTreatments } from './vat-treatments.ts'

const registered = { ...noInvoicing, vatNumber: 'GB123456782' }

test('an invoice that was given no VAT of its own has the company’s', () => {
  for (const vatRate of vatRates) {
    const of = { ...registered, vatRate }
    expect(invoiceVat(of)).toEqual({ kind: 'charged', rate: vatRate })
    expect(invoiceVat(of, usualTreatment(of))).toEqual(invoiceVat(of))
  }
})

test('a company without a VAT number charges none, whatever an invoice was given', () => {
  for (const treatment of [undefined, ...vatTreatments])
    expect(invoiceVat(noInvoicing, treatment)).toEqual({ kind: 'none', rate: 0 })
})

test('a rate that there is not is refused in a sentence', () => {
  const read = givenVat.safeParse('17.5%')
  expect(read.error?.issues[0]?.message).toMatch(/^The VAT of an invoice is standard, reduced, /)
})
