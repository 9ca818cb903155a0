import { type Kysely, sql } from 'kysely'

/**
 * When each person confirmed their email, and the links by which they do. Accounts from before count as confirmed. The API reads
 * the time; only the role that signs people in writes it.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table account add column email_verified_at timestamptz(3) default now()`.execute(db)
  await sql`alter table account alter column email_verified_at drop default`.execute(db)
  await sql`grant select (email_verified_at) on account to fettle_api`.execute(db)

  await sql`
    create table email_link (
      token_hash bytea primary key,
      user_id uuid not null references account,
      company_id uuid not null,
      purpose text not null check (purpose in ('verification', 'change', 'undo')),
      email text not null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    )`.execute(db)
  await sql`create index email_link_user on email_link (user_id)`.execute(db)
  await sql`alter table email_link enable row level security, force row level security`.execute(db)
  await sql`create policy sign_in on email_link to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select, insert, update, delete on email_link to fettle_auth`.execute(db)

  await sql`alter table mail drop constraint mail_kind_check`.execute(db)
  await sql`
    alter table mail add constraint mail_kind_check check (kind in
      ('invitation', 'reset', 'verification', 'many-failures', 'already-registered', 'new-device',
      'password-changed'))`.execute(db)
}
