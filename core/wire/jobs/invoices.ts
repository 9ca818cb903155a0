import * as z from 'zod/mini'
import { invoiceChanges } from '#core/invoices/changed-since-sent.ts'
import { instant } from '#core/model/values.ts'
import { wholeNumber } from '#core/wire/common.ts'

/** GET /api/jobs/:jobId/invoice: with `version` it is the invoice of the job as it was then. */
export const invoiceQuery = z.strictObject({ version: z.optional(wholeNumber) })

/** POST /api/jobs/:jobId/invoice/email: to whom the invoice is sent. */
export const sendInvoice = z.strictObject({
  to: z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)),
})

/** `seq` is the event that tells of it. */
export const invoiceSentAnswer = z.object({ seq: z.int() })
export type InvoiceSentAnswer = z.infer<typeof invoiceSentAnswer>

/** The total in pence that the customer pays. */
const inShort = { invoice: z.string(), customer: z.string(), total: z.int() }

/** What was sent last and has not failed, from the job as of `version`; the invoice as it is now; and what differs under one number. */
export const sentInvoiceAnswer = z.object({
  sent: z.optional(z.object({ ...inShort, version: z.int(), sentTo: z.string(), at: instant })),
  now: z.optional(z.object(inShort)),
  changes: z.array(z.enum(invoiceChanges)),
})
export type SentInvoiceAnswer = z.infer<typeof sentInvoiceAnswer>
