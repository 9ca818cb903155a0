import * as z from 'zod/mini'

/** POST /api/jobs/:jobId/invoice/email: to whom the invoice is sent. */
export const sendInvoice = z.strictObject({
  to: z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)),
})

/** `seq` is the event that tells of it. */
export const invoiceSentAnswer = z.object({ seq: z.int() })
export type InvoiceSentAnswer = z.infer<typeof invoiceSentAnswer>
