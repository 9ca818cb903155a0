import { type Kysely, sql } from 'kysely'

/**
 * Text messages to tenants, and what came of each. To whom and about what is in the log, so that an erasure holds here too; only the sandbox
 * keeps what it would have sent. And of which link each mail to a tenant is: several of one link may wait for a mail server.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table text_message (
      company_id uuid not null,
      text_id uuid not null,
      job_id uuid not null,
      link_id uuid not null,
      site_id uuid not null,
      contact_id uuid not null,
      state text not null check (state in ('waiting', 'sent', 'failed', 'dropped')),
      tries integer not null default 0,
      parts integer,
      queued_at timestamptz(3) not null,
      due_at timestamptz(3) not null,
      tried_at timestamptz(3),
      status integer,
      failure text,
      sandbox_to text,
      sandbox_text text,
      primary key (company_id, text_id)
    )`.execute(db)
  await sql`create index text_message_due on text_message (due_at) where state = 'waiting'`.execute(db)
  await sql`create index text_message_newest on text_message (company_id, queued_at)`.execute(db)
  await sql`create index text_message_job on text_message (company_id, job_id)`.execute(db)
  await sql`alter table text_message enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on text_message to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`
    create policy proven on text_message as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  await sql`create policy sign_in on text_message to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select, update, delete on text_message to fettle_api`.execute(db)
  await sql`grant select, insert, update, delete on text_message to fettle_auth`.execute(db)
  // In which companies something is due, and nothing of what tenants are told.
  await sql`create policy all_companies on text_message for select to fettle_projector using (true)`.execute(db)
  await sql`grant select (company_id, state, due_at, queued_at) on text_message to fettle_projector`.execute(db)
  await sql`
    create table tenant_mail (
      mail_id uuid primary key references mail on delete cascade,
      company_id uuid not null,
      link_id uuid not null references tenant_link on delete cascade
    )`.execute(db)
  await sql`create index tenant_mail_company on tenant_mail (company_id)`.execute(db)
  await sql`create index tenant_mail_link on tenant_mail (link_id)`.execute(db)
  await sql`alter table tenant_mail enable row level security, force row level security`.execute(db)
  await sql`create policy sign_in on tenant_mail to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select, insert, update, delete on tenant_mail to fettle_auth`.execute(db)
}
