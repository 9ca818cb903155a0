import * as z from 'zod/mini'
import { instant } from '#core/model/values.ts'

/** A number that a job had before, and since when: an undo that puts it back puts back the invoice of that day. */
export const invoicesBefore = z.array(z.object({ invoice: z.string(), invoicedAt: instant }))

type Invoiced = {
  invoice: string
  invoicedAt?: string | undefined
  invoicesBefore?: z.infer<typeof invoicesBefore> | undefined
}

/** Only the newest are remembered, so that no job grows with each change of its number. */
const mostRemembered = 20

/** Remembers the job's number when another replaces it or it is cleared. */
export const withInvoiceBefore = (
  { invoice, invoicedAt, invoicesBefore: before = [] }: Invoiced,
  next: string,
): Pick<Invoiced, 'invoicesBefore'> =>
  invoicedAt && invoice !== next
    ? {
        invoicesBefore: [...before.filter((one) => one.invoice !== invoice), { invoice, invoicedAt }].slice(
          -mostRemembered,
        ),
      }
    : {}

/** When the job was given this number, or last had it; undefined if that is no longer known. */
export const invoicedAtOf = (office: Invoiced | undefined, invoice: string): string | undefined =>
  office?.invoice === invoice
    ? office.invoicedAt
    : office?.invoicesBefore?.find((one) => one.invoice === invoice)?.invoicedAt
