import { type Kysely, sql } from 'kysely'

/**
 * The data outside the events: names, emails, passwords, sessions, links that set a password, and the rate limits' counters.
 * Only the sign-in pool sees all of it; the API sees the accounts of the company it works for.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table account (
      user_id uuid primary key,
      company_id uuid not null,
      username text not null,
      email text not null,
      password_hash text,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
  await sql`create unique index account_email on account (lower(email))`.execute(db)
  await sql`create index account_company on account (company_id)`.execute(db)

  await sql`
    create table session (
      session_id uuid primary key,
      user_id uuid not null,
      company_id uuid not null,
      device text not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3) not null default now(),
      revoked_at timestamptz(3)
    )`.execute(db)
  await sql`create index session_account on session (user_id)`.execute(db)

  await sql`
    create table refresh_token (
      token_hash bytea primary key,
      session_id uuid not null references session,
      created_at timestamptz(3) not null default now(),
      used_at timestamptz(3)
    )`.execute(db)
  await sql`create index refresh_token_session on refresh_token (session_id)`.execute(db)

  await sql`
    create table password_link (
      token_hash bytea primary key,
      user_id uuid not null,
      company_id uuid not null,
      purpose text not null check (purpose in ('invitation', 'reset')),
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    )`.execute(db)
  await sql`create index password_link_user on password_link (user_id)`.execute(db)

  await sql`create table rate_limit (key varchar(255) primary key, points integer not null default 0, expire bigint)`.execute(
    db,
  )

  for (const table of ['account', 'session', 'refresh_token', 'password_link', 'rate_limit']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db)
    await sql`create policy sign_in on ${sql.table(table)} to fettle_auth using (true) with check (true)`.execute(db)
    await sql`grant select, insert, update, delete on ${sql.table(table)} to fettle_auth`.execute(db)
  }
  for (const table of ['account', 'session']) {
    await sql`
      create policy own_company on ${sql.table(table)} for select to fettle_api
      using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  }
  // Even an injected query of the API can read no password hash.
  await sql`grant select (user_id, company_id, username, email, created_at) on account to fettle_api`.execute(db)
  await sql`grant select on session to fettle_api`.execute(db)
}
