import { type Kysely, sql } from 'kysely'

/**
 * The database itself checks an erasure against its event in the ledger: a reason, each event once, and of each exactly the texts
 * that are named, all of them, and only texts that a person wrote. With the API's rights nobody can erase a status or an id,
 * nor make the history say that a text is gone while it is still there. The unsalted digests of all commands of its stream go:
 * later ones may have named the previous value.
 */
export async function up(db: Kysely<unknown>) {
  const pairs = Object.entries(texts).flatMap(([type, paths]) => paths.map((path) => `('${type}', '${path}')`))
  await sql`
    create function is_erasable(p_type text, p_path text) returns boolean language sql immutable
      set search_path = pg_catalog, public, pg_temp as $$
      select (p_type, regexp_replace(p_path, '[.][0-9]+', '', 'g')) in (values ${sql.raw(pairs.join(', '))})
    $$`.execute(db)
  await sql`
    create function without_texts(p_type text, p_data jsonb, p_texts jsonb) returns jsonb language plpgsql immutable
      set search_path = pg_catalog, public, pg_temp as $$
    declare
      named text;
      path text[];
    begin
      for named in select jsonb_array_elements_text(p_texts) loop
        path := string_to_array(named, '.');
        if not is_erasable(p_type, named) or jsonb_typeof(p_data #> path) is distinct from 'string' then return null; end if;
        p_data := jsonb_set(p_data, path, '"[erased]"', false);
      end loop;
      return p_data;
    end $$`.execute(db)
  await sql`
    create or replace function erase_events(p_company uuid, p_command uuid, p_erased jsonb) returns void language plpgsql
      security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      told jsonb;
      one jsonb;
      named jsonb;
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid then
        raise exception 'only the events of one''s own company are erased' using errcode = 'restrict_violation';
      end if;
      select e.data -> 'events' into told from event e
        where e.company_id = p_company and e.command_id = p_command and e.ordinal = 0
          and e.stream = 'company' and e.type = 'EventErased' and e.actor_role = 'owner'
          and e.data ->> 'reason' ~ '[^[:space:]]'
          and e.xmin = pg_current_xact_id()::xid;
      if told is null or jsonb_array_length(told) <> jsonb_array_length(p_erased)
        or jsonb_array_length(told) <> (select count(distinct n -> 'seq') from jsonb_array_elements(p_erased) n) then
        raise exception 'nothing is erased but what the ledger tells of in the same transaction' using errcode = 'restrict_violation';
      end if;
      for one in select jsonb_array_elements(p_erased) loop
        select n into named from jsonb_array_elements(told) n where n -> 'seq' = one -> 'seq';
        if named is null or named ->> 'remains' is distinct from
            encode(sha256(decode(one ->> 'salt', 'hex') || convert_to(one ->> 'data', 'UTF8')), 'hex') then
          raise exception 'what remains of event % is not what the ledger tells', one -> 'seq' using errcode = 'restrict_violation';
        end if;
        update event e set data = (one ->> 'data')::jsonb, salt = decode(one ->> 'salt', 'hex')
          where e.company_id = p_company and e.seq = (one ->> 'seq')::bigint;
        if not found then
          raise exception 'there is no event %', one -> 'seq' using errcode = 'restrict_violation';
        end if;
      end loop;
      update event e set request = ''
        where e.company_id = p_company and e.request <> '' and e.stream_id in (
          select w.stream_id from event w
          where w.company_id = p_company and w.seq in (select (n ->> 'seq')::bigint from jsonb_array_elements(told) n));
      update settled_command s set request = '' where s.company_id = p_company and s.request <> '';
    end $$`.execute(db)
  await sql`
    create or replace function refuse_all_but_erasure() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp as $$
    begin
      if new.data = old.data and new.salt = old.salt then
        if new.request = '' then return new; end if;
      elsif exists (
        select from event r, jsonb_array_elements(r.data -> 'events') n
        where r.company_id = old.company_id and r.stream = 'company' and r.type = 'EventErased'
          and r.xmin = pg_current_xact_id()::xid and n -> 'seq' = to_jsonb(old.seq)
          and new.data = without_texts(old.type, old.data, n -> 'texts')
      ) then
        return new;
      end if;
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
    end $$`.execute(db)
  await sql`drop function is_reduced(jsonb, jsonb)`.execute(db)
}

/** The fields of core/erasure/erasure.ts. Adding one there takes a migration with a new version of this function. */
export const texts = {
  JobCreated: ['apartmentName', 'tasks.description'],
  JobReferred: ['workOrder', 'agency', 'receivedBy'],
  JobSiteChanged: ['apartmentName'],
  TaskAdded: ['description'],
  TaskDescribed: ['description'],
  JobInvoiced: ['invoice'],
  JobScheduled: ['access'],
  NoteAdded: ['note'],
  ImageAdded: ['src', 'description'],
  ImageDescribed: ['description'],
  TimeCorrected: ['reason'],
  PartAdded: ['name', 'reference', 'site', 'jobId', 'category', 'link', 'notes'],
  PartChanged: ['name', 'reference', 'site', 'jobId', 'category', 'link', 'notes'],
  TodoAdded: ['text'],
}
