import { type Kysely, sql } from 'kysely'
import { addErasable } from './0090-erasable-views.ts'
import { addMailKind } from './0110-tenant-links.ts'

/** Of which job a queued mail has the invoice. An owner may erase the addresses that invoices were sent to. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table invoice_mail (
      mail_id uuid primary key references mail on delete cascade,
      company_id uuid not null,
      job_id uuid not null
    )`.execute(db)
  await sql`create index invoice_mail_company on invoice_mail (company_id)`.execute(db)
  await sql`alter table invoice_mail enable row level security, force row level security`.execute(db)
  await sql`create policy sign_in on invoice_mail to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select, insert, update, delete on invoice_mail to fettle_auth`.execute(db)
  await addMailKind(db, 'invoice')
  await addErasable(db, { InvoiceSent: ['sentTo'] })
}
