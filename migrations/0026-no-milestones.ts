import { type Kysely, sql } from 'kysely'

/** An index that an earlier form of the migration before made: nothing asks for it any more, and each append paid for it. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index if exists event_milestone`.execute(db)
}
