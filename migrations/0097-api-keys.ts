import { type Kysely, sql } from 'kysely'

const ownCompany = sql`(company_id = nullif(current_setting('fettle.company', true), '')::uuid)`

/**
 * Keys by which other programs call the API, of which only the hash is kept. A key is found before its company is known, so only the role
 * that signs people in sees the hash; the role that sees one company at a time names its keys. Ended keys stay, as the history names them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table api_key (
      key_id uuid primary key,
      company_id uuid not null,
      made_by uuid not null,
      name text not null,
      ending text not null,
      token_hash bytea not null unique,
      audience text not null check (audience in ('office', 'team')),
      scopes text[] not null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3),
      last_used_at timestamptz(3),
      revoked_at timestamptz(3)
    )`.execute(db)
  await sql`create index api_key_company on api_key (company_id)`.execute(db)
  await sql`alter table api_key enable row level security, force row level security`.execute(db)
  await sql`create policy sign_in on api_key to fettle_auth using (true) with check (true)`.execute(db)
  await sql`create policy own_company on api_key for select to fettle_api using ${ownCompany}`.execute(db)
  await sql`
    create policy proven on api_key as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  await sql`grant select, insert, update, delete on api_key to fettle_auth`.execute(db)
  await sql`
    grant select (key_id, company_id, made_by, name, ending, audience, scopes, created_at, expires_at, last_used_at, revoked_at)
    on api_key to fettle_api`.execute(db)
}
