import { foldCompany } from '#api/company/plan-facts.ts'
import type { Services } from '#api/services/services.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { invoicingAt } from '#core/company/invoicing.ts'
import { linesOf, noPapers } from '#core/company/papers.ts'
import { type Invoice, invoiceOf } from '#core/invoices/invoice.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import type { Job } from '#core/job/job.ts'
import { isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { readSmallStreams, readStream } from '#ledger/log/read.ts'
import type { InvoiceTask } from './invoice-task.ts'
import { readPhoto } from './photo-files.ts'

/**
 * What a job's invoice is drawn from. With a version, the job and its company are as they were then. 'no-job' if there is none,
 * 'not-invoiced' for a job without an invoice number.
 */
export async function readInvoice(
  { ledgerPool: pool, images }: Pick<Services, 'ledgerPool' | 'images'>,
  companyId: string,
  jobId: string,
  version?: number,
): Promise<InvoiceTask | 'no-job' | 'not-invoiced'> {
  const [history, { events: known }] = await Promise.all([
    readStream(pool, companyId, jobId, version),
    readSmallStreams(pool, companyId, 'company'),
  ])
  const job = foldJob(history.filter(isJobEvent))
  const events = version === undefined ? known : upTo(known, history.at(-1)?.seq)
  const company = foldCompany(events)
  if (!job || !company) return 'no-job'
  const invoice = invoiceWith(job, events)
  if (!invoice) return 'not-invoiced'
  return {
    invoice,
    company: {
      name: company.papers?.tradingName || company.name,
      contact: linesOf(company.papers ?? noPapers),
      logo: company.logo && (await readPhoto(images.files, company.logo.src)),
    },
  }
}

/** A job's invoice, with what the events of its company say of invoices. */
export const invoiceWith = (job: Job, events: readonly StoredEvent[]): Invoice | undefined =>
  invoiceOf(job, invoicingAt(events, job.office?.invoicedAt ?? ''), foldCompany(events)?.timeZone ?? defaultTimeZone)

/** The events of a company that came before one of a job. */
export const upTo = (events: readonly StoredEvent[], seq = 0) => events.filter((one) => one.seq < seq)
