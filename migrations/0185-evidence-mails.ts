import { type Kysely, sql } from 'kysely'
import { addErasable } from './0090-erasable-views.ts'

/**
 * Evidence packs that are to be sent by email. To whom, with which words and what is in them is in the log, so that an erasure holds here
 * too. An owner may erase the addresses, and what was written with the packs.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table evidence_mail (
      company_id uuid not null,
      job_id uuid not null,
      mail_id uuid not null,
      tries integer not null default 0,
      queued_at timestamptz(3) not null,
      due_at timestamptz(3) not null,
      primary key (company_id, job_id, mail_id)
    )`.execute(db)
  await sql`create index evidence_mail_due on evidence_mail (due_at)`.execute(db)
  await sql`alter table evidence_mail enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on evidence_mail to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`
    create policy proven on evidence_mail as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  await sql`create policy sign_in on evidence_mail to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select, update, delete on evidence_mail to fettle_api`.execute(db)
  await sql`grant select, insert, update, delete on evidence_mail to fettle_auth`.execute(db)
  // In which companies something is due, and nothing of what is sent.
  await sql`create policy all_companies on evidence_mail for select to fettle_projector using (true)`.execute(db)
  await sql`grant select (company_id, due_at) on evidence_mail to fettle_projector`.execute(db)
  await addErasable(db, { EvidenceSent: ['sentTo', 'message'] })
}
