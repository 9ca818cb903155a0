import { type Kysely, sql } from 'kysely'

/**
 * How each person chose to be told, and what is on its way to them outside Fettle. That is written in one transaction with the place of
 * the reaction that led to it, holds ids and times only, and goes once it was sent and later events change it no more. `sent` is what of it
 * was sent last, and `sent_to` the devices that have it as it is now.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table notice_settings (
      company_id uuid not null,
      user_id uuid not null,
      settings jsonb not null,
      primary key (company_id, user_id)
    )`.execute(db)
  await sql`
    create table outgoing_notice (
      company_id uuid not null,
      notice_id uuid not null,
      user_id uuid not null,
      way text not null check (way in ('push', 'email')),
      job_id uuid not null,
      seq bigint not null,
      at timestamptz(3) not null,
      settles_at timestamptz(3) not null,
      due_at timestamptz(3) not null,
      changes jsonb not null,
      sent jsonb,
      tries integer not null default 0,
      sent_to uuid[] not null default '{}',
      primary key (company_id, notice_id)
    )`.execute(db)
  await sql`create index outgoing_notice_due on outgoing_notice (due_at)`.execute(db)
  await sql`create index outgoing_notice_person on outgoing_notice (company_id, user_id)`.execute(db)
  for (const table of ['notice_settings', 'outgoing_notice']) {
    const name = sql.table(table)
    await sql`alter table ${name} enable row level security, force row level security`.execute(db)
    await sql`
      create policy own_company on ${name} to fettle_api
      using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
      with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
    await sql`
      create policy proven on ${name} as restrictive to fettle_api
      using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
    await sql`create policy sign_in on ${name} to fettle_auth using (true)`.execute(db)
    await sql`grant select, insert, update, delete on ${name} to fettle_api`.execute(db)
    await sql`grant select, delete on ${name} to fettle_auth`.execute(db)
  }
  // In which companies something is due, and nothing of what people are told.
  await sql`create policy all_companies on outgoing_notice for select to fettle_projector using (true)`.execute(db)
  await sql`grant select (company_id, due_at) on outgoing_notice to fettle_projector`.execute(db)
}
