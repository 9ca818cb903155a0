import { describe, expect, test } from 'vitest'
import { type Invoicing, noInvoicing } from '#core/company/invoicing.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { type Given, idOf, recorded } from '#test/core/given-when-then.ts'
import { changedSinceSent, changeWords, lastSending } from './changed-since-sent.ts'
import { invoiceOf } from './invoice.ts'

const [tap, mailId] = [idOf('c', 1), idOf('f', 622)]
const referredBy = (agency: string, workOrder = ''): Given => ({
  type: 'JobReferred',
  data: { workOrder, agency, receivedBy: '' },
})
const price = (pence: number): Given => ({ type: 'TaskPriced', data: { taskId: tap, price: pence } })
const numbered = (invoice: string): Given => ({ type: 'JobInvoiced', data: { invoice } })
const invoiced: Given[] = [
  {
    type: 'JobCreated',
    data: {
      apartmentName: '14 Marlowe Court',
      createdAt: '2026-11-19',
      jobPriority: 1,
      tasks: [{ taskId: tap, description: 'Mend the tap', status: 'completed' }],
    },
  },
  referredBy('Bright Oak'),
  price(100_00),
  numbered('INV-7'),
]
const standard = { ...noInvoicing, vatNumber: 'GB123456782', vatRate: 2000 as const }
const invoiceAfter = (...given: Given[]) => invoiceWith(standard, ...given)
function invoiceWith(invoicing: Invoicing, ...given: Given[]) {
  const job = foldJob(recorded(...invoiced, ...given).filter(isJobEvent))
  const invoice = job && invoiceOf(job, invoicing, 'Europe/London')
  if (!invoice) throw new Error('It has an invoice.')
  return invoice
}
const sent = invoiceAfter()
const changesAfter = (...given: Given[]) => changedSinceSent(sent, invoiceAfter(...given))
const inShort = (one: typeof sent) => ({ total: one.total.gross, customer: one.customer })
const wordsAfter = (...given: Given[]) => {
  const now = invoiceAfter(...given)
  return changeWords(changedSinceSent(sent, now), inShort(sent), inShort(now))
}

describe('what of an invoice has changed since it was sent', () => {
  test('is nothing where the job has changed in what no invoice says', () => {
    const note: Given = { type: 'NoteAdded', data: { noteId: idOf('d', 1), note: 'Paid by card' } }
    expect(changesAfter(note)).toEqual([])
    expect(changesAfter(price(1), price(100_00))).toEqual([])
    expect(wordsAfter(note)).toBe('')
  })
  test('is said of a price, a task for a return visit, the agency, the work order and the site', () => {
    expect(changesAfter(price(300_00))).toEqual(['total', 'lines'])
    expect(wordsAfter(price(300_00))).toBe('£120.00 then, £360.00 now')
    const back: Given = { type: 'TaskAdded', data: { taskId: idOf('c', 2), description: 'Again', status: 'completed' } }
    expect(changesAfter(back)).toEqual(['lines'])
    expect(wordsAfter(back)).toBe('different lines')
    expect(changesAfter(referredBy('Other Lettings', 'WO-7'))).toEqual(['customer', 'work order'])
    expect(wordsAfter(referredBy('Other Lettings', 'WO-7'))).toBe(
      'Bright Oak then, Other Lettings now; another work order',
    )
    const moved: Given = { type: 'JobSiteChanged', data: { apartmentName: '5 Wharf View' } }
    expect(changesAfter(moved)).toEqual(['site'])
    expect(changesAfter(moved, referredBy(''))).toEqual(['customer'])
  })
  test('is said of the bank account alone, as a customer would pay into the old one', () => {
    const moved = invoiceWith({ ...standard, bankDetails: '20-00-00 12345678' })
    expect(changedSinceSent(sent, moved)).toEqual(['payment'])
    expect(changeWords(['payment'], inShort(sent), inShort(moved))).toBe('other bank details')
  })
  test('is said of its days, and another number is another invoice', () => {
    expect(changesAfter(numbered('INV-8'), price(300_00))).toEqual([])
    const again: Given = { type: 'JobInvoiced', data: { invoice: 'INV-7', invoicedAt: '2026-12-24T09:00:00.000Z' } }
    expect(changesAfter(again)).toEqual(['dates'])
    expect(wordsAfter(again)).toBe('other dates')
  })
})

test('the last sending is the newest whose mail was not given up', () => {
  const send = (id: string): Given => ({ type: 'InvoiceSent', data: { mailId: id, sentTo: 'a@calder.example.com' } })
  const failed: Given = { type: 'EmailFailed', data: { mailId: idOf('f', 623), what: 'invoice', why: 'refused' } }
  const versionAfter = (...given: Given[]) => lastSending(recorded(...invoiced, ...given))?.version
  expect(versionAfter()).toBeUndefined()
  expect(versionAfter(send(mailId), price(300_00), send(idOf('f', 623)))).toBe(7)
  expect(versionAfter(send(mailId), price(300_00), send(idOf('f', 623)), failed)).toBe(5)
})
