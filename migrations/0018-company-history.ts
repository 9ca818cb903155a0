import { type Kysely, sql } from 'kysely'

/**
 * The company's history is read from the log itself. Its newest page, and a period of it, the primary key gives; these give the
 * pages of a person and of a kind. An event costs two short entries more, and nothing is kept twice.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create index event_actor on event (company_id, actor_id, seq) include (type)`.execute(db)
  await sql`create index event_type on event (company_id, type, seq)`.execute(db)
}
