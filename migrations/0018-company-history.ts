import { type Kysely, sql } from 'kysely'

/**
 * The company's history is read from the log itself. The primary key serves its newest page and a period; these serve the
 * pages of one person and of one kind. They cost two more short entries per event, and no data is stored twice.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create index event_actor on event (company_id, actor_id, seq) include (type)`.execute(db)
  await sql`create index event_type on event (company_id, type, seq)`.execute(db)
}
