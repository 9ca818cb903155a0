import { type Kysely, sql } from 'kysely'
import { texts as textsBefore } from './0022-erased-as-told.ts'

export const texts = {
  ...textsBefore,
  ArrivalTimeChanged: ['reason'],
  LeavingTimeChanged: ['reason'],
  NoAccessReported: ['note', 'position'],
}

/** People's own words about times on site can be erased like all others: a reason, a note at the door, and a position. */
export async function up(db: Kysely<unknown>) {
  const pairs = Object.entries(texts).flatMap(([type, paths]) => paths.map((path) => `('${type}', '${path}')`))
  await sql`
    create or replace function is_erasable(p_type text, p_path text) returns boolean language sql immutable
      set search_path = pg_catalog, public, pg_temp as $$
      select (p_type, regexp_replace(p_path, '[.][0-9]+', '', 'g')) in (values ${sql.raw(pairs.join(', '))})
    $$`.execute(db)
}
