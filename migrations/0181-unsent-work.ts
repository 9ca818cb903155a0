import { type Kysely, sql } from 'kysely'

/**
 * What devices last said of the changes that were refused on them or that they have not sent, until they have none: numbers and times
 * only. The office is told of it once, when it is due, in the transaction that notes so.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table unsent_work (
      company_id uuid not null,
      session_id uuid not null,
      user_id uuid not null,
      work jsonb not null,
      device text not null,
      told_of_at timestamptz(3) not null,
      due_at timestamptz(3) not null,
      primary key (company_id, session_id)
    )`.execute(db)
  await sql`create index unsent_work_due on unsent_work (due_at)`.execute(db)
  await sql`alter table unsent_work enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on unsent_work to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`
    create policy proven on unsent_work as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  await sql`create policy sign_in on unsent_work to fettle_auth using (true)`.execute(db)
  await sql`grant select, insert, update, delete on unsent_work to fettle_api`.execute(db)
  await sql`grant select, delete on unsent_work to fettle_auth`.execute(db)
  // In which companies something is due, and nothing of whose it is.
  await sql`create policy all_companies on unsent_work for select to fettle_projector using (true)`.execute(db)
  await sql`grant select (company_id, due_at) on unsent_work to fettle_projector`.execute(db)
}
