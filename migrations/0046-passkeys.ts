import { type Kysely, sql } from 'kysely'

/**
 * Passkeys, of which only the public key is kept, and the challenges that they sign. Like authenticator apps they belong to accounts:
 * only the role that signs people in sees them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table passkey (
      passkey_id uuid primary key,
      credential_id text not null unique,
      user_id uuid not null,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    )`.execute(db)
  await sql`create index passkey_user on passkey (user_id)`.execute(db)
  await sql`
    create table passkey_challenge (
      challenge_hash bytea primary key,
      purpose text not null check (purpose in ('sign-in', 'add', 'confirm')),
      user_id uuid,
      expires_at timestamptz(3) not null,
      check ((user_id is null) = (purpose = 'sign-in'))
    )`.execute(db)
  await sql`create index passkey_challenge_user on passkey_challenge (user_id)`.execute(db)
  await sql`create index passkey_challenge_expired on passkey_challenge (expires_at)`.execute(db)
  for (const table of ['passkey', 'passkey_challenge']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db)
    await sql`create policy sign_in on ${sql.table(table)} to fettle_auth using (true) with check (true)`.execute(db)
    await sql`grant select, insert, update, delete on ${sql.table(table)} to fettle_auth`.execute(db)
  }

  await sql`alter table mail drop constraint mail_kind_check`.execute(db)
  await sql`
    alter table mail add constraint mail_kind_check check (kind in
      ('invitation', 'reset', 'verification', 'email-change', 'email-changed', 'many-failures', 'already-registered', 'new-device',
        'password-changed', 'second-factor-added', 'second-factor-removed', 'recovery-code-used', 'wrong-codes', 'passkey-added',
        'passkey-removed', 'account-closed', 'company-closed', 'company-ending'))`.execute(db)
}
