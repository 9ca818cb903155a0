import { describe, expect, test } from 'vitest'
import { companyId, dana, type Given, given, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { type Invoicing, invoicingAt, noInvoicing } from './invoicing.ts'

const registered: Given = {
  type: 'CompanyRegistered',
  data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-03T08:00:00.000Z' },
}
const standard: Invoicing = {
  vatNumber: 'GB123456782',
  vatRate: 2000,
  vatIncluded: true,
  termsDays: 14,
  bankDetails: 'Harrow & Pike\nSort code 12-34-56',
}
const setInvoicing = (invoicing: Invoicing, from = noInvoicing) =>
  ({ type: 'SetInvoicing', data: { companyId, invoicing, from } }) as const

describe('what invoices are made with', () => {
  test('is set by the owner alone, with the VAT number and the lines tidied', () => {
    const typed = { ...standard, vatNumber: ' 123 4567 82', bankDetails: ' Harrow & Pike \n\n Sort code 12-34-56\n' }
    given(registered).when(setInvoicing(typed), dana).gives({ type: 'InvoicingSet', data: standard })
    for (const person of [priya, tom])
      given(registered).when(setInvoicing(standard), person).refuses('Only the owner may do this.')
  })
  test('is not set twice, nor over what somebody has set since', () => {
    const set: Given = { type: 'InvoicingSet', data: standard }
    given(registered, set).when(setInvoicing(standard), dana).givesNothing()
    const sooner = { ...standard, termsDays: 7 }
    given(registered, set).when(setInvoicing(sooner), dana).refuses('Someone else has changed this in the meantime.')
    given(registered, set).when(setInvoicing(sooner, standard), dana).gives({ type: 'InvoicingSet', data: sooner })
  })
  test('has VAT with a VAT number alone, and only a number that can be one', () => {
    given(registered)
      .when(setInvoicing({ ...standard, vatNumber: '123456789' }), dana)
      .refuses('This is not a VAT number. Check its digits, such as GB 123 4567 82.', 'vatNumber')
    given(registered)
      .when(setInvoicing({ ...standard, vatNumber: ' ' }), dana)
      .refuses('Enter your VAT number, or choose No VAT.', 'vatNumber')
    given(registered)
      .when(setInvoicing({ ...standard, vatNumber: '', vatRate: 0 }), dana)
      .gives({ type: 'InvoicingSet', data: { ...standard, vatNumber: '', vatRate: 0, vatIncluded: false } })
  })
})

test('an invoice keeps the VAT and terms of its day, and asks for payment to the present account', () => {
  const later = { ...standard, vatRate: 500 as const, termsDays: 60, bankDetails: 'Sort code 65-43-21' }
  const [first, second] = recorded({ type: 'InvoicingSet', data: standard }, { type: 'InvoicingSet', data: later }).map(
    (one, at) => ({ ...one, happenedAt: `2026-0${at + 2}-01T09:00:00.000Z` }),
  )
  if (!first || !second) throw new Error('two were recorded')
  const events = [first, second]
  const paid = { bankDetails: later.bankDetails }
  expect(invoicingAt(events, '2026-02-15T09:00:00.000Z')).toEqual({ ...standard, ...paid })
  expect(invoicingAt(events, '2026-03-01T09:00:00.000Z')).toEqual(later)
  // One of before anything was set: the first that was.
  expect(invoicingAt(events, '2026-01-01T09:00:00.000Z')).toEqual({ ...standard, ...paid })
  expect(invoicingAt([], '2026-01-01T09:00:00.000Z')).toEqual(noInvoicing)
})
