import { type Kysely, sql } from 'kysely'

/** The secret that a webhook had before its newest, sealed as that is, and until when deliveries are signed with both. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table webhook
      add column earlier_secret bytea,
      add column earlier_until timestamptz(3),
      add constraint webhook_earlier_check check ((earlier_secret is null) = (earlier_until is null))`.execute(db)
}
