import { type Kysely, sql } from 'kysely'

/** A job's earlier sites: of its many events, the few that moved it. A page of the company's history needs them. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index event_site_changed on event (company_id, stream_id, version) where type = 'JobSiteChanged'`.execute(db)
}
