import { type Kysely, sql } from 'kysely'
import { addErasable } from './0090-erasable-views.ts'

const ofJobs = ['AttachmentAdded', 'AttachmentShared', 'OfficeAttachmentAdded']
const ofSites = ['SiteFileShared', 'OfficeSiteFileAdded']
const listed = (types: readonly string[]) => sql.raw(types.map((type) => `'${type}'`).join(', '))

/** A company has a logo on its papers: an owner may erase the picture, and what no event refers to is found. */
export async function up(db: Kysely<unknown>) {
  await addErasable(db, { LogoSet: ['src'] })
  const [jobs, sites] = [listed(ofJobs), listed(ofSites)]
  await sql`create index event_logo_src on event (company_id, (data ->> 'src')) where type = 'LogoSet'`.execute(db)
  await sql`create index event_logo_removed on event (company_id, seq) where type = 'LogoRemoved'`.execute(db)
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
          where e.company_id = p_company and e.type in (${jobs}) and e.data ->> 'src' = p_src)
        or exists (select from event e
          where e.company_id = p_company and e.type in (${sites}) and e.data ->> 'src' = p_src)
        or exists (select from event e
          where e.company_id = p_company and e.type = 'LogoSet' and e.data ->> 'src' = p_src);
    end $$`.execute(db)
}
