import type { DescribedRoute } from '#api/http/described-route.ts'
import { invoiceSentAnswer, sendInvoice } from '#core/wire/jobs/invoices.ts'
import { paths } from '#core/wire/paths.ts'

export const invoiceRoutes: DescribedRoute[] = [
  {
    method: 'get',
    for: 'office',
    path: paths.jobInvoice,
    summary: 'The invoice of a job that has an invoice number, as a PDF, with the VAT and the terms of its day',
    answers: { 200: 'application/pdf' },
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
