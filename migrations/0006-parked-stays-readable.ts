import { type Kysely, sql } from 'kysely'

/**
 * A projection that stops at an event it cannot fold stays the one that readers see: a company has one checkpoint of a
 * projection that is live or parked. A generation that is still being built and fails stays `building`, with its error.
 */
export async function up(db: Kysely<unknown>) {
  await sql`drop index checkpoint_live`.execute(db)
  await sql`
    create unique index checkpoint_live on checkpoint (company_id, projection) where status in ('live', 'parked')`.execute(
    db,
  )
}
