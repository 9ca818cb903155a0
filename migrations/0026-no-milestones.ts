import { type Kysely, sql } from 'kysely'

/** Drops an index that an earlier form of the previous migration created: nothing uses it any more, and it slowed every append. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index if exists event_milestone`.execute(db)
}
