import { type Kysely, sql } from 'kysely'

/**
 * Authenticator apps, recovery codes and sign-ins that wait for one of their codes. They belong to accounts, as passwords do: only the
 * role that signs people in sees them. A session knows when its person last proved who they are; those of earlier releases do not.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table authenticator (
      user_id uuid primary key,
      sealed_secret bytea not null,
      last_step bigint not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    )`.execute(db)
  await sql`
    create table recovery_code (
      user_id uuid not null,
      code_hash bytea not null,
      salt bytea not null,
      used_at timestamptz(3),
      primary key (user_id, code_hash)
    )`.execute(db)
  await sql`
    create table second_step (
      token_hash bytea primary key,
      user_id uuid not null,
      password_digest bytea not null,
      expires_at timestamptz(3) not null,
      tries smallint not null default 0
    )`.execute(db)
  await sql`create index second_step_user on second_step (user_id)`.execute(db)
  await sql`create index second_step_expired on second_step (expires_at)`.execute(db)
  for (const table of ['authenticator', 'recovery_code', 'second_step']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db)
    await sql`create policy sign_in on ${sql.table(table)} to fettle_auth using (true) with check (true)`.execute(db)
    await sql`grant select, insert, update, delete on ${sql.table(table)} to fettle_auth`.execute(db)
  }

  await sql`alter table session add column proved_at timestamptz(3)`.execute(db)
  await sql`alter table session alter column proved_at set default now()`.execute(db)

  await sql`alter table mail drop constraint mail_kind_check`.execute(db)
  await sql`
    alter table mail add constraint mail_kind_check check (kind in
      ('invitation', 'reset', 'verification', 'email-change', 'email-changed', 'many-failures', 'already-registered', 'new-device',
        'password-changed', 'second-factor-added', 'second-factor-removed', 'recovery-code-used', 'wrong-codes'))`.execute(
    db,
  )
}
