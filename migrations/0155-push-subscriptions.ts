import { type Kysely, sql } from 'kysely'

const ownCompany = sql`(company_id = nullif(current_setting('fettle.company', true), '')::uuid)`

/**
 * The devices on which people turned push on: where their push service takes messages, the keys to encrypt them with, and the session that
 * turned it on, with which it ends.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table push_subscription (
      company_id uuid not null,
      subscription_id uuid not null,
      user_id uuid not null,
      session_id uuid not null,
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      device text not null,
      created_at timestamptz(3) not null,
      sent_at timestamptz(3),
      failing_since timestamptz(3),
      primary key (company_id, subscription_id)
    )`.execute(db)
  await sql`create index push_subscription_person on push_subscription (company_id, user_id)`.execute(db)
  await sql`create index push_subscription_endpoint on push_subscription (endpoint)`.execute(db)
  await sql`alter table push_subscription enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on push_subscription to fettle_api using ${ownCompany} with check ${ownCompany}`.execute(
    db,
  )
  await sql`
    create policy proven on push_subscription as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  // A browser has one subscription, whichever company its person signs in to.
  await sql`create policy sign_in on push_subscription to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select, insert, update, delete on push_subscription to fettle_api, fettle_auth`.execute(db)
}
