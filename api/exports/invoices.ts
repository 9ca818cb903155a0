import type pg from 'pg'
import type { JobsRequest } from '#api/reads/jobs/jobs-filters.ts'
import { invoicingAt } from '#core/company/invoicing.ts'
import { invoiceOf } from '#core/invoices/invoice.ts'
import { type InvoiceRow, layouts } from '#core/invoices/layouts.ts'
import type { ExportInvoicesQuery } from '#core/wire/jobs/exports.ts'
import { readSmallStreams } from '#ledger/log/read.ts'
import type { ExportContext, Table } from './export-table.ts'
import { jobsTable } from './jobs.ts'

/** The lines of the invoices of a period or of some jobs, in their order, for an accounting program. Jobs that are not Invoiced are left out. */
export async function invoicesTable(
  pool: pg.Pool,
  companyId: string,
  { for: program, from, to, jobs, onlyAgency }: ExportInvoicesQuery & Pick<JobsRequest, 'onlyAgency'>,
  context: ExportContext,
  now: Date,
): Promise<Table<InvoiceRow>> {
  const { events } = await readSmallStreams(pool, companyId, 'company')
  const numbers = jobs?.split(',').map(Number)
  const invoiced = { warning: 'invoiced', sort: 'jobRef', direction: 'asc', numbers, onlyAgency } as const
  const { batches } = jobsTable(pool, companyId, 'office', invoiced, context, now)
  const rows = async function* () {
    for await (const batch of batches)
      yield batch.flatMap(({ job }): InvoiceRow[] => {
        const invoice = job && invoiceOf(job, invoicingAt(events, job.office?.invoicedAt ?? ''), context.timeZone)
        if (!invoice || (from && invoice.date < from) || (to && invoice.date > to)) return []
        return invoice.lines.map((line) => ({ invoice, line }))
      })
  }
  return { name: `invoices-for-${program}`, columns: layouts[program], batches: rows() }
}
