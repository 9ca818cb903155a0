import { type Kysely, sql } from 'kysely'

/** An API key or a webhook may be for the jobs of one agency alone. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table api_key add column only_agency text`.execute(db)
  await sql`grant select (only_agency) on api_key to fettle_api`.execute(db)
  await sql`alter table webhook add column only_agency text`.execute(db)
}
