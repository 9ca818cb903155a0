import { type Kysely, sql } from 'kysely'

/**
 * The devices that each person has signed in on, so that wrong passwords of strangers do not slow them down, and the mails about
 * an account.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table known_device (
      user_id uuid not null,
      device_hash bytea not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3) not null default now(),
      primary key (user_id, device_hash)
    )`.execute(db)
  await sql`create index known_device_unused on known_device (last_used_at)`.execute(db)
  await sql`alter table known_device enable row level security, force row level security`.execute(db)
  await sql`create policy sign_in on known_device to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select, insert, update, delete on known_device to fettle_auth`.execute(db)

  await sql`alter table mail drop constraint mail_kind_check`.execute(db)
  await sql`
    alter table mail add constraint mail_kind_check check (kind in
      ('invitation', 'reset', 'many-failures', 'already-registered'))`.execute(db)
}
