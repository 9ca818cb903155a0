import { foldCompany } from '#api/company/plan-facts.ts'
import type { Services } from '#api/services/services.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { invoicingAt } from '#core/company/invoicing.ts'
import { linesOf, noPapers } from '#core/company/papers.ts'
import { invoiceOf } from '#core/invoices/invoice.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { readSmallStreams, readStream } from '#ledger/log/read.ts'
import type { InvoiceTask } from './invoice-task.ts'
import { readPhoto } from './photo-files.ts'

/** What a job's invoice is drawn from. 'no-job' if there is none, 'not-invoiced' for a job without an invoice number. */
export async function readInvoice(
  { ledgerPool: pool, images }: Pick<Services, 'ledgerPool' | 'images'>,
  companyId: string,
  jobId: string,
): Promise<InvoiceTask | 'no-job' | 'not-invoiced'> {
  const [history, { events }] = await Promise.all([
    readStream(pool, companyId, jobId),
    readSmallStreams(pool, companyId, 'company'),
  ])
  const job = foldJob(history.filter(isJobEvent))
  const company = foldCompany(events)
  if (!job || !company) return 'no-job'
  const invoicing = invoicingAt(events, job.office?.invoicedAt ?? '')
  const invoice = invoiceOf(job, invoicing, company.timeZone ?? defaultTimeZone)
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
