import { type Kysely, sql } from 'kysely'
import { addErasable } from './0090-erasable-views.ts'

/** A site has a location, which is erased as its address is. */
export async function up(db: Kysely<unknown>) {
  await addErasable(db, { SiteLocated: ['latitude', 'longitude'] })
  await sql`alter table site_row add column latitude double precision, add column longitude double precision`.execute(
    db,
  )
}
