import { type Kysely, sql } from 'kysely'
import { texts } from './0064-sites.ts'

const withFiles = ['AttachmentAdded', 'AttachmentShared', 'OfficeAttachmentAdded']

/** Files can be attached to jobs: an owner may erase their names and contents, and what no event refers to is found. */
export async function up(db: Kysely<unknown>) {
  const all = {
    ...texts,
    ...Object.fromEntries(withFiles.map((type) => [type, ['src', 'name']])),
  }
  const pairs = Object.entries(all).flatMap(([type, paths]) => paths.map((path) => `('${type}', '${path}')`))
  await sql`
    create or replace function is_erasable(p_type text, p_path text) returns boolean language sql immutable
      set search_path = pg_catalog, public, pg_temp as $$
      select (p_type, regexp_replace(p_path, '[.][0-9]+', '', 'g')) in (values ${sql.raw(pairs.join(', '))})
    $$`.execute(db)
  const types = sql.raw(withFiles.map((type) => `'${type}'`).join(', '))
  await sql`
    create index event_attachment_src on event (company_id, (data ->> 'src')) where type in (${types})`.execute(db)
  await sql`
    create or replace function is_image_referenced(p_company uuid, p_src text) returns boolean
    language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid
        or not is_proven(p_company, current_setting('fettle.proof', true)) then
        raise exception 'a session asks only for images of its own company' using errcode = 'insufficient_privilege';
      end if;
      return exists (select from event e
          where e.company_id = p_company and e.type = 'ImageAdded' and e.data ->> 'src' = p_src)
        or exists (select from event e
          where e.company_id = p_company and e.type in (${types}) and e.data ->> 'src' = p_src);
    end $$`.execute(db)
}
