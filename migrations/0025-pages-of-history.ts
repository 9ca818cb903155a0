import { type Kysely, sql } from 'kysely'

/** Where a job was before: of the many events of a job, the few that moved it. A page of the company's history asks for it. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index event_site_changed on event (company_id, stream_id, version) where type = 'JobSiteChanged'`.execute(db)
}
