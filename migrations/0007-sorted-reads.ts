import { type Kysely, sql } from 'kysely'

/**
 * Jobs by their visit with the unbooked ones last: ascending order uses the existing index; descending order needs
 * its own. And bookings by their end, so that a week of the calendar is found quickly among years of past visits.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index job_row_job_start_last on job_row
    (company_id, generation, job_start desc nulls last, number desc)`.execute(db)
  await sql`
    create index calendar_row_job_end on calendar_row (company_id, generation, job_end)
    where job_end is not null`.execute(db)
}
