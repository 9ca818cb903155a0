import { type Kysely, sql } from 'kysely'
import { addMailKind } from './0110-tenant-links.ts'

const ownCompany = sql`(company_id = nullif(current_setting('fettle.company', true), '')::uuid)`

/**
 * The notifications in each person's daily emails, as ids and times. There is one row for each day, so that only one email is queued
 * for it. The process that queues it removes the due rows of outgoing_notice in the same transaction.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table daily_email (
      company_id uuid not null,
      user_id uuid not null,
      day text not null,
      mail_id uuid not null,
      items jsonb not null,
      primary key (company_id, user_id, day)
    )`.execute(db)
  await sql`alter table daily_email enable row level security, force row level security`.execute(db)
  await sql`create policy own_company on daily_email to fettle_api using ${ownCompany} with check ${ownCompany}`.execute(
    db,
  )
  await sql`
    create policy proven on daily_email as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  await sql`create policy sign_in on daily_email to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select on daily_email to fettle_api`.execute(db)
  await sql`grant select, insert, delete on daily_email to fettle_auth`.execute(db)
  await sql`grant update on outgoing_notice to fettle_auth`.execute(db)
  await sql`grant select (way) on outgoing_notice to fettle_projector`.execute(db)
  await addMailKind(db, 'daily-email')
}
