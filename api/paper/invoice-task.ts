import type { Invoice } from '#core/invoices/invoice.ts'
import type { PrintPhoto } from './photo-files.ts'

/** All that an invoice is drawn from: plain values, which can be sent to another thread. */
export type InvoiceTask = {
  invoice: Invoice
  company: { name: string; contact: string[]; logo: PrintPhoto | undefined }
}
