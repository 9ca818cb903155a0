import { type Kysely, sql } from 'kysely'

/**
 * What a page of the company's history looks for: where a job was before, which of its many events the few tell that moved it;
 * and about where in the ledger a day begins, which one event in so many is enough to tell.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index event_site_changed on event (company_id, stream_id, version) where type = 'JobSiteChanged'`.execute(db)
  await sql`create index event_milestone on event (company_id, recorded_at) where seq % 64 = 0`.execute(db)
}
