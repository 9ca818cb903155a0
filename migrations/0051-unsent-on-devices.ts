import { type Kysely, sql } from 'kysely'

/** How many changes and photos a device last said that it had not sent; null before it has said so. Programs before do not write it. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table session add column unsent integer check (unsent >= 0)`.execute(db)
}
