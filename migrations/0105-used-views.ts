import { type Kysely, sql } from 'kysely'

/**
 * When each person last opened a view that the office shares, so that whoever changes one knows how many others use it. It is written
 * once a day for a person and view, forgotten after a month, and no part of the history.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table view_use (
      company_id uuid not null,
      view_id uuid not null,
      user_id uuid not null,
      opened_at timestamptz(3) not null,
      primary key (company_id, view_id, user_id)
    )`.execute(db)
  await sql`alter table view_use enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on view_use to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`
    create policy proven on view_use as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  await sql`create policy sign_in on view_use to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select, insert, update, delete on view_use to fettle_api`.execute(db)
  await sql`grant select, delete on view_use to fettle_auth`.execute(db)
}
