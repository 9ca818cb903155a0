import type { DescribedRoute } from '#api/http/described-route.ts'
import { invoiceQuery, invoiceSentAnswer, sendInvoice, sentInvoiceAnswer } from '#core/wire/jobs/invoices.ts'
import { paths } from '#core/wire/paths.ts'

export const invoiceRoutes: DescribedRoute[] = [
  {
    method: 'get',
    for: 'office',
    path: paths.jobInvoice,
    summary:
      'The invoice of a job that has an invoice number, as a PDF, with the VAT and the terms of its day; with a version, of the job and the company as they were then',
    query: invoiceQuery,
    answers: { 200: 'application/pdf' },
  },
  {
    method: 'get',
    for: 'office',
    path: paths.jobInvoiceSent,
    summary: 'Which invoice of a job was sent by email last, and what of it has changed since',
    answers: { 200: sentInvoiceAnswer },
  },
  {
    method: 'post',
    for: 'office',
    path: paths.jobInvoiceEmail,
    summary: 'Send the invoice of a job by email, as a PDF with its number, total and due date in the text',
    body: sendInvoice,
    answers: { 200: invoiceSentAnswer },
  },
]
