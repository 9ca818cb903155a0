import * as z from 'zod/mini'
import { type Message, officeOnly } from '#core/model/messages.ts'
import { id, instant, text } from '#core/model/values.ts'

const sent = { mailId: id, sentTo: text(320) }

export const invoiceMailEvents = {
  /** The invoice that the job had by then was queued to be sent to this address. */
  InvoiceSent: officeOnly(z.strictObject(sent)),
}
export type InvoiceMailEvent = Message<typeof invoiceMailEvents>

/** Commands that only the server gives, in the transaction that queues the mail. */
export const invoiceMailCommands = {
  RecordInvoiceSent: z.strictObject({ jobId: id, ...sent }),
}
export type InvoiceMailCommand = Message<typeof invoiceMailCommands>

/** Which invoice was sent last, to whom and when. */
export const invoiceSent = z.object({ ...sent, invoice: z.string(), at: instant })
