import { type Kysely, sql } from 'kysely'

/**
 * The payment records outside the events: the checkouts that a company started, its customer id at the card
 * provider, and which of the provider's notices have been processed.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table billing_checkout (
      company_id uuid not null,
      session_id text not null,
      tier smallint not null,
      user_id uuid not null,
      created_at timestamptz(3) not null default clock_timestamp(),
      primary key (company_id, session_id)
    )`.execute(db)
  await sql`create table billing_customer (company_id uuid primary key, customer_id text not null)`.execute(db)
  await sql`
    create table billing_notice (
      company_id uuid not null,
      notice_id text not null,
      type text not null,
      received_at timestamptz(3) not null default clock_timestamp(),
      primary key (company_id, notice_id)
    )`.execute(db)
  for (const table of ['billing_checkout', 'billing_customer', 'billing_notice']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db)
    await sql`
      create policy own_company on ${sql.table(table)} to fettle_api
      using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
      with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
    await sql`grant select, insert on ${sql.table(table)} to fettle_api`.execute(db)
  }
  // A company is a different customer in each account at the provider.
  await sql`grant update on billing_customer to fettle_api`.execute(db)
}
