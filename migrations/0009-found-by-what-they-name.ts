import { type Kysely, sql } from 'kysely'

/**
 * The log is asked which job has a number, which job a booking is of, and whether a picture is still spoken of, exactly at its
 * head. Row-level security lets no index look into data, so that these hold the few events which can tell.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create index event_number on event (company_id, number) where number is not null`.execute(db)
  await sql`create index event_job_scheduled on event (company_id, seq) where type = 'JobScheduled'`.execute(db)
  await sql`create index event_image_added on event (company_id, seq) where type = 'ImageAdded'`.execute(db)
}
