import { type Kysely, sql } from 'kysely'

const ownCompany = sql`(company_id = nullif(current_setting('fettle.company', true), '')::uuid)`

/** The last calls of each API key: when, what was called, and the status of the answer. No queries and no bodies. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table api_key_call (
      company_id uuid not null,
      call_id uuid not null,
      key_id uuid not null,
      at timestamptz(3) not null,
      method text not null,
      path text not null,
      status integer not null,
      primary key (company_id, call_id)
    )`.execute(db)
  await sql`create index api_key_call_newest on api_key_call (company_id, key_id, call_id desc)`.execute(db)
  await sql`alter table api_key_call enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on api_key_call to fettle_api, fettle_auth
    using ${ownCompany} with check ${ownCompany}`.execute(db)
  await sql`
    create policy proven on api_key_call as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  await sql`grant select, insert, delete on api_key_call to fettle_api, fettle_auth`.execute(db)
}
