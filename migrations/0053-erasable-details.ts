import { type Kysely, sql } from 'kysely'
import { texts } from './0028-erasable-times-on-site.ts'

/** An owner may also erase the name, initials and telephone number of a person. */
export async function up(db: Kysely<unknown>) {
  const all = {
    ...texts,
    PhotosLeftOut: ['reason'],
    SignatureGiven: ['name', 'strokes'],
    MemberDetailsSet: ['fullName', 'initials', 'telephone'],
  }
  const pairs = Object.entries(all).flatMap(([type, paths]) => paths.map((path) => `('${type}', '${path}')`))
  await sql`
    create or replace function is_erasable(p_type text, p_path text) returns boolean language sql immutable
      set search_path = pg_catalog, public, pg_temp as $$
      select (p_type, regexp_replace(p_path, '[.][0-9]+', '', 'g')) in (values ${sql.raw(pairs.join(', '))})
    $$`.execute(db)
}
