import { type Kysely, sql } from 'kysely'

/**
 * Erasure in form 2, in which an event's digest (33 bytes, the first 02) is a commitment to each of its texts and to the rest; see
 * core/proof/data-digest.ts. Erasing a text puts its commitment in the place of its salt, so that the digest still holds and
 * nothing else of the event can change. Only the database computes these salts; what a caller sends is ignored. Events of form 1
 * are erased as before, but each text once.
 */
export async function up(db: Kysely<unknown>) {
  await sql`grant create on schema public to fettle_ledger`.execute(db)
  await sql`
    create function is_of_form_2(p_digest bytea) returns boolean language sql immutable
      set search_path = pg_catalog, public, pg_temp as $$
      select length(p_digest) = 33 and get_byte(p_digest, 0) = 2
    $$`.execute(db)
  await sql`
    create function salts_without(p_salt bytea, p_data jsonb, p_texts jsonb) returns bytea language plpgsql immutable
      set search_path = pg_catalog, public, pg_temp as $$
    declare
      parts text[] := string_to_array(convert_from(p_salt, 'UTF8'), '|');
      named text;
      place integer;
      salt text;
    begin
      for named in select jsonb_array_elements_text(p_texts) loop
        salt := null;
        for place in 2 .. cardinality(parts) loop
          if split_part(parts[place], '=', 1) = named then
            salt := split_part(parts[place], '=', 2);
            exit when length(salt) <> 32;
            parts[place] := named || '=' || encode(sha256(decode(salt, 'hex')
              || convert_to(named || '=' || (p_data #>> string_to_array(named, '.')), 'UTF8')), 'hex');
          end if;
        end loop;
        if salt is null or length(salt) <> 32 then return null; end if;
      end loop;
      return convert_to(array_to_string(parts, '|'), 'UTF8');
    end $$`.execute(db)
  await sql`
    create or replace function without_texts(p_type text, p_data jsonb, p_texts jsonb) returns jsonb language plpgsql immutable
      set search_path = pg_catalog, public, pg_temp as $$
    declare
      named text;
      path text[];
    begin
      for named in select jsonb_array_elements_text(p_texts) loop
        path := string_to_array(named, '.');
        if not is_erasable(p_type, named) or jsonb_typeof(p_data #> path) is distinct from 'string'
          or p_data #>> path = '[erased]' then return null; end if;
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
      kept record;
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
        if named is null then
          raise exception 'what remains of event % is not what the ledger tells', one -> 'seq' using errcode = 'restrict_violation';
        end if;
        select e.digest, e.salt, e.data into kept from event e
          where e.company_id = p_company and e.seq = (one ->> 'seq')::bigint;
        if not found then
          raise exception 'there is no event %', one -> 'seq' using errcode = 'restrict_violation';
        end if;
        if named ->> 'remains' is distinct from (case when is_of_form_2(kept.digest)
            then encode(substring(kept.digest from 2), 'hex')
            else encode(sha256(decode(one ->> 'salt', 'hex') || convert_to(one ->> 'data', 'UTF8')), 'hex') end) then
          raise exception 'what remains of event % is not what the ledger tells', one -> 'seq' using errcode = 'restrict_violation';
        end if;
        update event e set data = (one ->> 'data')::jsonb,
            salt = case when is_of_form_2(kept.digest) then coalesce(salts_without(kept.salt, kept.data, named -> 'texts'), '')
              else decode(one ->> 'salt', 'hex') end
          where e.company_id = p_company and e.seq = (one ->> 'seq')::bigint;
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
          and jsonb_array_length(n -> 'texts') > 0
          and new.data = without_texts(old.type, old.data, n -> 'texts')
          and case when is_of_form_2(old.digest) then new.salt = salts_without(old.salt, old.data, n -> 'texts')
            else length(new.salt) = 16 end
      ) then
        return new;
      end if;
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
    end $$`.execute(db)
  await sql`revoke create on schema public from fettle_ledger`.execute(db)
}
