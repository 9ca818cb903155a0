import { expect, test } from 'vitest'
import type { Command, Event } from '#core/ledger/ledger.ts'
import { given, idOf, jobAfter, jobId, priya, tom } from '#test/core/given-when-then.ts'
import { invoiced, jobCreated } from '#test/core/job-events.ts'

const [mailId, sentTo] = [idOf('f', 622), 'accounts@calder.example.com']
const send: Command = { type: 'RecordInvoiceSent', data: { jobId, mailId, sentTo } }
const sent: Event = { type: 'InvoiceSent', data: { mailId, sentTo } }

test('the office sends the invoice of a job that has a number, and the same mail is recorded once', () => {
  given(jobCreated, invoiced('INV-12')).when(send, priya).gives(sent)
  given(jobCreated, invoiced('INV-12'), sent).when(send, priya).givesNothing()
  given(jobCreated).when(send, priya).refuses('This job has no invoice number. Set it to Invoiced first.')
  given(jobCreated, invoiced('INV-12')).when(send, tom).refuses('Only the office may do this.')
})

test('a job knows which invoice was sent last, to whom and when', () => {
  const { office } = jobAfter(jobCreated, invoiced('INV-12'), sent)
  expect(office?.invoiceSent).toMatchObject({ mailId, sentTo, invoice: 'INV-12' })
})
