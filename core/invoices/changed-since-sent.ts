import { pounds } from '#core/model/money.ts'
import type { Invoice } from './invoice.ts'

/** What may differ between an invoice as it was sent and as it is. */
export const invoiceChanges = ['total', 'customer', 'lines', 'site', 'work order', 'dates', 'payment'] as const
export type InvoiceChange = (typeof invoiceChanges)[number]

/** The events of a job that tell of its mail. */
type Mailed = { type: string; data: unknown }
type Sent = { type: 'InvoiceSent'; data: { mailId: string } }
type Failed = { type: 'EmailFailed'; data: { mailId: string } }

/** The last time that a job's invoice was sent, from its events in their order; a mail that was given up does not count. */
export function lastSending<E extends Mailed>(events: readonly E[]): Extract<E, Sent> | undefined {
  const failed = new Set(events.filter((one): one is Extract<E, Failed> => one.type === 'EmailFailed').map(mailOf))
  return events
    .filter((one): one is Extract<E, Sent> => one.type === 'InvoiceSent')
    .findLast((one) => !failed.has(mailOf(one)))
}
const mailOf = ({ data }: Sent | Failed) => data.mailId

/** What of an invoice is not as it was sent under the same number. An invoice under another number is another one. */
export const changedSinceSent = (sent: Invoice, now: Invoice): InvoiceChange[] =>
  sent.number === now.number ? invoiceChanges.filter((what) => differs[what](sent, now)) : []

const differs: Record<InvoiceChange, (sent: Invoice, now: Invoice) => boolean> = {
  total: (sent, now) => sent.total.gross !== now.total.gross,
  customer: (sent, now) => sent.customer !== now.customer,
  lines: (sent, now) => JSON.stringify(sent.lines) !== JSON.stringify(now.lines),
  // Without an agency the site is the customer.
  site: (sent, now) => sent.site !== now.site && now.site !== now.customer,
  'work order': (sent, now) => sent.workOrder !== now.workOrder,
  dates: (sent, now) => sent.date !== now.date || sent.due !== now.due,
  // Who pays by what was sent would pay the old account. A new logo or trading name makes no other invoice of it.
  payment: ({ invoicing: sent }, { invoicing: now }) => sent.bankDetails !== now.bankDetails,
}

/** Of an invoice, what a person compares first: its total in pence, and who pays. */
export type InvoiceInShort = { total: number; customer: string }

/** The changes in words, '£120.00 then, £360.00 now; another work order'; empty if there are none. */
export function changeWords(changes: readonly InvoiceChange[], sent: InvoiceInShort, now: InvoiceInShort): string {
  const words: Record<InvoiceChange, string> = {
    total: `${pounds(sent.total)} then, ${pounds(now.total)} now`,
    customer: `${sent.customer} then, ${now.customer} now`,
    // Another total says so already.
    lines: changes.includes('total') ? '' : 'different lines',
    site: 'another name of the site',
    'work order': 'another work order',
    dates: 'other dates',
    payment: 'other bank details',
  }
  return changes.flatMap((one) => words[one] || []).join('; ')
}
