import type { GivenVat } from '#core/company/vat-treatments.ts'
import type { Job, JobOffice } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'

/** The number that a command puts back, with its VAT if the earlier or the current invoice was given one. */
export const invoiceAsBefore = (
  { invoice, invoiceVat }: JobOffice,
  now?: JobOffice,
): { invoice: string; vat?: GivenVat } => ({
  invoice,
  ...(invoiceVat || now?.invoiceVat ? { vat: invoiceVat ?? '' } : {}),
})

/** Whether an undo would restore the number with the wrong date, because the original date is no longer known. */
export const isOfAnotherDay = (event: JobEvent, { office: was }: Job, { office: is }: Job) =>
  event.type === 'JobInvoiced' && event.data.invoice !== is?.invoice && event.data.invoicedAt !== was?.invoicedAt
