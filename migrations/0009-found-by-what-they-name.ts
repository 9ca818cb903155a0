import { type Kysely, sql } from 'kysely'

/**
 * The log is queried for the job with a number, the job of a booking and whether an image is still in use, exactly at its
 * head. Row-level security stops an index from looking into the data, so these index only the few events that can answer.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create index event_number on event (company_id, number) where number is not null`.execute(db)
  await sql`create index event_job_scheduled on event (company_id, seq) where type = 'JobScheduled'`.execute(db)
  await sql`create index event_image_added on event (company_id, seq) where type = 'ImageAdded'`.execute(db)
}
