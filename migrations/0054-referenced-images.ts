import { type Kysely, sql } from 'kysely'

/**
 * Finds whether an image's files are spoken of by the ledger, which is asked whenever an upload is refused. The API's own queries are
 * under row-level security, which keeps an index from being asked for what is inside `data`: `->>` is not leakproof. So a function
 * asks for it, whose owner is under no such policy, once it has checked that the session is of this company, as an append does.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index event_image_src on event (company_id, (data ->> 'src')) where type = 'ImageAdded'`.execute(db)
  await sql`
    create function is_image_referenced(p_company uuid, p_src text) returns boolean
    language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid
        or not is_proven(p_company, current_setting('fettle.proof', true)) then
        raise exception 'a session asks only for images of its own company' using errcode = 'insufficient_privilege';
      end if;
      return exists (select from event e
        where e.company_id = p_company and e.type = 'ImageAdded' and e.data ->> 'src' = p_src);
    end $$`.execute(db)
  const referenced = sql.raw('is_image_referenced(uuid, text)')
  await sql`revoke execute on function ${referenced} from public`.execute(db)
  await sql`grant execute on function ${referenced} to fettle_api`.execute(db)
  // The new owner of a function must briefly be allowed to create one.
  await sql`grant create on schema public to fettle_ledger`.execute(db)
  await sql`alter function ${referenced} owner to fettle_ledger`.execute(db)
  await sql`revoke create on schema public from fettle_ledger`.execute(db)
}
