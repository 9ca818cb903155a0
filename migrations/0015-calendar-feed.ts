import { type Kysely, sql } from 'kysely'

/**
 * The private calendar links, one per person. A link is found by its hash; its secret is derived from `feed_id` with a key that is
 * not in the database.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table calendar_feed (
      user_id uuid primary key references account,
      company_id uuid not null,
      feed_id uuid not null,
      token_hash bytea not null unique,
      visits text not null check (visits in ('all', 'mine')),
      created_at timestamptz(3) not null default now(),
      last_read_at timestamptz(3),
      last_read_by text not null default ''
    )`.execute(db)
  await sql`alter table calendar_feed enable row level security, force row level security`.execute(db)
  await sql`create policy sign_in on calendar_feed to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select, insert, update, delete on calendar_feed to fettle_auth`.execute(db)
}
