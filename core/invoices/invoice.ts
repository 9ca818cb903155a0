import type { Invoicing } from '#core/company/invoicing.ts'
import { type InvoiceVat, invoiceVat } from '#core/company/vat-treatments.ts'
import type { Job } from '#core/job/job.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { addDays, wallClock } from '#core/time/wall-clock.ts'
import { type Taxed, totalOf, withVat } from './vat.ts'

/** A line of an invoice: a task and its price. */
export type InvoiceLine = Taxed & { description: string }

/** The invoice of a job: its days are those of the company's time zone. */
export type Invoice = {
  number: string
  date: string
  due: string
  /** Who pays: the agency, or the site if there is none. */
  customer: string
  site: string
  workOrder: string
  jobRef: string
  lines: InvoiceLine[]
  total: Taxed
  /** That of its job, or else the company's. */
  vat: InvoiceVat
  invoicing: Invoicing
}

/** A longer description is cut: an invoice is not the place for it. */
const longestDescription = 1_000

/**
 * The invoice of a job; undefined for a job without an invoice number. It has a line for each task, without a price of 0, and one for
 * the site where a job has no tasks.
 */
export function invoiceOf(job: Job, invoicing: Invoicing, timeZone: string): Invoice | undefined {
  const {
    invoice: number,
    invoiceVat: treatment,
    invoicedAt,
    prices = {},
    agency = '',
    workOrder = '',
  } = job.office ?? {}
  if (!number || number === erasedText || !invoicedAt) return undefined
  const date = wallClock(invoicedAt, timeZone).day
  const vat = invoiceVat(invoicing, treatment)
  const priced = job.jobDescriptions.map(({ taskId, description }) => ({ description, price: prices[taskId] ?? 0 }))
  const lines = (priced.length > 0 ? priced : [{ description: job.apartmentName, price: 0 }]).map(
    ({ description, price }) => ({
      description: shortened(description),
      ...withVat(price, vat, invoicing.vatIncluded),
    }),
  )
  return {
    number,
    date,
    due: addDays(date, invoicing.termsDays),
    customer: agency || job.apartmentName,
    site: job.apartmentName,
    workOrder,
    jobRef: job.jobRef,
    lines,
    total: totalOf(lines),
    vat,
    invoicing,
  }
}

const shortened = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longestDescription ? `${line.slice(0, longestDescription - 1).toWellFormed()}…` : line
}
