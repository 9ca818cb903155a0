import { type Kysely, sql } from 'kysely'

/**
 * What tenants are to be told of jobs by their company's rule, once it is due. It is written in one transaction with the place of the
 * reaction that led to it, holds ids and times only, and goes once the mail is queued, or there is nothing to tell.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table tenant_news (
      company_id uuid not null,
      job_id uuid not null,
      about text not null check (about in ('visit', 'on the way')),
      seq bigint not null,
      due_at timestamptz(3) not null,
      primary key (company_id, job_id, about)
    )`.execute(db)
  await sql`create index tenant_news_due on tenant_news (due_at)`.execute(db)
  await sql`alter table tenant_news enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on tenant_news to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`
    create policy proven on tenant_news as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  await sql`create policy sign_in on tenant_news to fettle_auth using (true)`.execute(db)
  await sql`grant select, insert, update, delete on tenant_news to fettle_api`.execute(db)
  await sql`grant select, update, delete on tenant_news to fettle_auth`.execute(db)
  // In which companies something is due, and nothing of what tenants are told.
  await sql`create policy all_companies on tenant_news for select to fettle_projector using (true)`.execute(db)
  await sql`grant select (company_id, due_at) on tenant_news to fettle_projector`.execute(db)
}
