import { type Kysely, sql } from 'kysely'

/**
 * The audit list of each company: sign-ins, refusals of rights, exports, changes of roles and keys. Repeats within an hour are
 * counted in one row, whose id is a digest of what makes them alike. The API cannot delete a row, and the role that signs people in
 * only rows that are older than 400 days.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table audit_entry (
      company_id uuid not null,
      entry_id bytea not null check (length(entry_id) = 16),
      kind text not null,
      user_id uuid not null,
      detail text not null check (length(detail) <= 200),
      target text not null check (length(target) <= 200),
      address text not null,
      device text not null check (length(device) <= 200),
      first_at timestamptz(3) not null default clock_timestamp(),
      last_at timestamptz(3) not null default clock_timestamp(),
      times integer not null,
      primary key (company_id, entry_id)
    )`.execute(db)
  await sql`create index audit_entry_newest on audit_entry (company_id, first_at desc, entry_id desc)`.execute(db)
  await sql`create index audit_entry_oldest on audit_entry (first_at)`.execute(db)
  await sql`alter table audit_entry enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on audit_entry to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`
    create policy proven on audit_entry as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  await sql`grant select, insert, update (device, last_at, times) on audit_entry to fettle_api`.execute(db)

  await sql`create policy sign_in on audit_entry for select to fettle_auth using (true)`.execute(db)
  await sql`
    create policy sweep on audit_entry for delete to fettle_auth
    using (first_at < now() - interval '400 days')`.execute(db)
  await sql`create policy forget on audit_entry for update to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant delete, update (entry_id, address, device) on audit_entry to fettle_auth`.execute(db)
}
