import * as z from 'zod/mini'
import type { Invoice } from '#core/invoices/invoice.ts'
import type { PrintPhoto } from './photo-files.ts'

/** All that an invoice is drawn from: plain values, which can be sent to another process. */
export type InvoiceTask = {
  invoice: Invoice
  company: { name: string; contact: string[]; logo: PrintPhoto | undefined }
}

/** What the process that draws an invoice gives. */
export const drawnInvoice = z.object({ bytes: z.instanceof(Uint8Array) })
export type DrawnInvoice = z.infer<typeof drawnInvoice>
