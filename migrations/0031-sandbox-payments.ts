import { type Kysely, sql } from 'kysely'

/**
 * The payment sandbox in the database: a row a company with its customer, checkouts and subscriptions, and a row a notice. Both
 * are bounded in size; the programs keep a bounded number of each. The state is text, as jsonb would lose the order of its objects.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table sandbox_payments (
      company_id uuid primary key,
      state text not null check (octet_length(state) <= 262144)
    )`.execute(db)
  await sql`
    create table sandbox_notice (
      company_id uuid not null,
      notice_id text not null,
      body text not null check (octet_length(body) <= 16384),
      created_at timestamptz(3) not null default clock_timestamp(),
      attempts smallint not null default 0,
      due_at timestamptz(3) default clock_timestamp(),
      primary key (company_id, notice_id)
    )`.execute(db)
  await sql`create index sandbox_notice_due on sandbox_notice (due_at) where due_at is not null`.execute(db)
  for (const table of ['sandbox_payments', 'sandbox_notice']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db)
    await sql`
      create policy own_company on ${sql.table(table)} to fettle_api
      using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
      with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
    await sql`grant select, insert, update, delete on ${sql.table(table)} to fettle_api`.execute(db)
  }
  // Notices are delivered, and listed, for all companies at once.
  await sql`create policy all_companies on sandbox_notice for select to fettle_auth using (true)`.execute(db)
}
