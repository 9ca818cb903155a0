import { type Kysely, sql } from 'kysely'

/**
 * Events of form 1 can be erased on Citus too. It computes both branches of a CASE in an UPDATE, of which one cannot read such an event's
 * salt; and it cannot read `xmin` of a table that a condition without columns shows to hold nothing. So both are decided before.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create or replace function erase_events(p_company uuid, p_command uuid, p_erased jsonb) returns void language plpgsql
      security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      told jsonb;
      one jsonb;
      named jsonb;
      kept record;
      new_salt bytea;
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
        if is_of_form_2(kept.digest) then
          new_salt := coalesce(salts_without(kept.salt, kept.data, named -> 'texts'), '');
        else
          new_salt := decode(one ->> 'salt', 'hex');
        end if;
        update event e set data = (one ->> 'data')::jsonb, salt = new_salt
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
      elsif is_of_form_2(old.digest) or length(new.salt) = 16 then
        if exists (
          select from event r, jsonb_array_elements(r.data -> 'events') n
          where r.company_id = old.company_id and r.stream = 'company' and r.type = 'EventErased'
            and r.xmin = pg_current_xact_id()::xid and n -> 'seq' = to_jsonb(old.seq)
            and jsonb_array_length(n -> 'texts') > 0
            and new.data = without_texts(old.type, old.data, n -> 'texts')
            and case when is_of_form_2(old.digest) then new.salt = salts_without(old.salt, old.data, n -> 'texts') else true end
        ) then
          return new;
        end if;
      end if;
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
    end $$`.execute(db)
}
