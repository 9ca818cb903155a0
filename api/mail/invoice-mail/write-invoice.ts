import { readCompany } from '#api/company/company-answer.ts'
import { lines, oneLine } from '#api/mail/emails.ts'
import type { Mail } from '#api/mail/outbox.ts'
import { invoicePdf } from '#api/paper/invoice-pdf.ts'
import { readInvoice } from '#api/paper/read-invoice.ts'
import type { Email } from '#api/services/mail-transport.ts'
import type { Services } from '#api/services/services.ts'
import { type InvoiceVat, reverseChargeWords } from '#core/company/vat-treatments.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { paperDay } from '#core/time/format.ts'
import { readStream } from '#ledger/log/read.ts'
import { jobOfInvoiceMail } from './invoice-mail-rows.ts'

type Parts = Pick<Services, 'authPool' | 'ledgerPool' | 'images'>

/**
 * Writes the mail that brings somebody the invoice of a job, as it was when it was sent, so that the job's events tell what they got;
 * undefined if the job has no such number any more, or the address was erased.
 */
export async function writeInvoice(
  { authPool, ledgerPool, images }: Parts,
  { mailId }: Mail,
): Promise<Email | undefined> {
  const found = await jobOfInvoiceMail(authPool, mailId)
  const company = found && (await readCompany(ledgerPool, found.companyId))
  if (!found || !company || company.closing) return undefined
  const history = await readStream(ledgerPool, found.companyId, found.jobId)
  const sent = history.find((one) => one.type === 'InvoiceSent' && one.data.mailId === mailId)
  if (sent?.type !== 'InvoiceSent' || sent.data.sentTo === erasedText) return undefined
  const task = await readInvoice({ ledgerPool, images }, found.companyId, found.jobId, sent.version)
  if (typeof task === 'string') return undefined
  const { invoice } = task
  if (foldJob(history.filter(isJobEvent))?.office?.invoice !== invoice.number) return undefined
  const [name, number, site] = [task.company.name, invoice.number, invoice.site].map(oneLine)
  const order = invoice.workOrder ? `, your order ${oneLine(invoice.workOrder)}` : ''
  const { email = '' } = company.papers ?? {}
  return {
    subject: `Invoice ${number} from ${name}`,
    text: lines(
      'Hello,',
      `Here is our invoice ${number} for the work at ${site} (job ${invoice.jobRef}${order}).`,
      `It comes to ${pounds(invoice.total.gross)}${vatWords[invoice.vat.kind]}, due by ${paperDay(invoice.due)}.`,
      invoice.vat.kind === 'reverse charge'
        ? `${reverseChargeWords}: ${pounds(invoice.total.reversed)} at ${invoice.vat.rate / 100}%.`
        : '',
      [name, ...task.company.contact.map(oneLine)].join('\n'),
    ),
    ...(email ? { replyTo: email } : {}),
    attachment: {
      filename: `invoice-${invoice.jobRef}.pdf`,
      content: Buffer.from(await invoicePdf(task)),
      contentType: 'application/pdf',
    },
  }
}

const vatWords: Record<InvoiceVat['kind'], string> = {
  none: '',
  charged: ' with VAT',
  exempt: ', exempt from VAT',
  'reverse charge': ' without VAT',
}

const pounds = (pence: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(pence / 100)
