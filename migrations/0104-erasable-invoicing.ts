import type { Kysely } from 'kysely'
import { addErasable } from './0090-erasable-views.ts'

/** An owner may also erase the VAT number and bank details on invoices. */
export async function up(db: Kysely<unknown>) {
  await addErasable(db, { InvoicingSet: ['vatNumber', 'bankDetails'] })
}
