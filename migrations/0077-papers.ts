import { type Kysely, sql } from 'kysely'
import { texts } from './0064-sites.ts'
import { deadlineTexts } from './0068-erasable-deadlines.ts'

/** An owner may also erase what a company's papers say of it. */
export async function up(db: Kysely<unknown>) {
  const files = ['AttachmentAdded', 'AttachmentShared', 'OfficeAttachmentAdded']
  const all = {
    ...texts,
    ...deadlineTexts,
    ...Object.fromEntries(files.map((type) => [type, ['src', 'name']])),
    PapersSet: ['tradingName', 'address', 'telephone', 'email'],
  }
  const pairs = Object.entries(all).flatMap(([type, paths]) => paths.map((path) => `('${type}', '${path}')`))
  await sql`
    create or replace function is_erasable(p_type text, p_path text) returns boolean language sql immutable
      set search_path = pg_catalog, public, pg_temp as $$
      select (p_type, regexp_replace(p_path, '[.][0-9]+', '', 'g')) in (values ${sql.raw(pairs.join(', '))})
    $$`.execute(db)
}
