import { type Kysely, sql } from 'kysely'

/**
 * Unsent mail, where each session is used from, and each person's identity at an external provider. A mail holds
 * no link: the process that sends it derives the link from its own secret and the mail's id.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table session add column address text not null default ''`.execute(db)
  await sql`create index session_company on session (company_id)`.execute(db)

  await sql`
    create table mail (
      mail_id uuid primary key,
      kind text not null check (kind in ('invitation', 'reset')),
      recipient text not null,
      created_at timestamptz(3) not null default now(),
      due_at timestamptz(3) not null default now(),
      tries integer not null default 0
    )`.execute(db)
  await sql`create index mail_due on mail (due_at)`.execute(db)

  await sql`
    create table external_identity (
      issuer text not null,
      subject text not null,
      user_id uuid not null references account,
      primary key (issuer, subject),
      unique (issuer, user_id)
    )`.execute(db)

  for (const table of ['mail', 'external_identity']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db)
    await sql`create policy sign_in on ${sql.table(table)} to fettle_auth using (true) with check (true)`.execute(db)
    await sql`grant select, insert, update, delete on ${sql.table(table)} to fettle_auth`.execute(db)
  }
}
