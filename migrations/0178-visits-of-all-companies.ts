import { type Kysely, sql } from 'kysely'

/** Finds which companies have visits in the next days, so that those without any are not read each evening. */
export async function up(db: Kysely<unknown>) {
  await sql`create index calendar_row_coming on calendar_row (job_start, company_id)`.execute(db)
}
