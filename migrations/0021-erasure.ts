import { type Kysely, sql } from 'kysely'

/**
 * Erasure by law. Only one function may replace the data of an event, by the same data with texts replaced by '[erased]' and
 * under a new salt, and only in the transaction that appends the owner's EventErased, which names the event and carries the
 * digest of what remains. Nothing, not even this function, may change the chain (digest, hash, envelope). It also deletes
 * the unsalted digests of the commands that wrote the texts. `erasure` holds the work left to do afterwards: files, imports, and a
 * replay that must have ended.
 */
export async function up(db: Kysely<unknown>) {
  await sql`grant create on schema public to fettle_ledger`.execute(db)
  await sql`
    create function is_reduced(p_was jsonb, p_now jsonb) returns boolean language plpgsql immutable
      set search_path = pg_catalog, public, pg_temp as $$
    begin
      if p_was = p_now then return true; end if;
      if jsonb_typeof(p_was) = 'string' then return p_now = '"[erased]"'; end if;
      if p_now is null or jsonb_typeof(p_was) <> jsonb_typeof(p_now) then return false; end if;
      if jsonb_typeof(p_was) = 'object' then
        return (select count(*) from jsonb_object_keys(p_was)) = (select count(*) from jsonb_object_keys(p_now))
          and not exists (select from jsonb_each(p_was) field where is_reduced(field.value, p_now -> field.key) is not true);
      end if;
      if jsonb_typeof(p_was) = 'array' then
        return jsonb_array_length(p_was) = jsonb_array_length(p_now)
          and not exists (select from jsonb_array_elements(p_was) with ordinality one (value, place)
            where is_reduced(one.value, p_now -> (one.place - 1)::integer) is not true);
      end if;
      return false;
    end $$`.execute(db)
  await sql`
    create function erase_events(p_company uuid, p_command uuid, p_erased jsonb) returns void language plpgsql
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
          and e.xmin = pg_current_xact_id()::xid;
      if told is null or jsonb_array_length(told) <> jsonb_array_length(p_erased) then
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
        where e.company_id = p_company and e.request <> '' and e.command_id in (
          select w.command_id from event w
          where w.company_id = p_company and w.seq in (select (n ->> 'seq')::bigint from jsonb_array_elements(told) n));
      update settled_command s set request = '' where s.company_id = p_company and s.request <> '';
    end $$`.execute(db)
  await sql`
    create function refuse_rewriting() returns trigger language plpgsql as $$
    begin
      if current_user = 'fettle_ledger' then return null; end if;
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
    end $$`.execute(db)
  await sql`
    create function refuse_all_but_erasure() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp as $$
    begin
      if new.data = old.data and new.salt = old.salt then
        if new.request = '' then return new; end if;
      elsif old.type not in ('EventErased', 'MemberErased') and is_reduced(old.data, new.data) and exists (
        select from event r, jsonb_array_elements(r.data -> 'events') n
        where r.company_id = old.company_id and r.stream = 'company' and r.type = 'EventErased'
          and r.xmin = pg_current_xact_id()::xid and n -> 'seq' = to_jsonb(old.seq)
      ) then
        return new;
      end if;
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
    end $$`.execute(db)
  for (const table of ['event', 'settled_command']) {
    await sql`drop trigger append_only on ${sql.table(table)}`.execute(db)
    await sql`
      create trigger append_only before delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db)
    await sql`
      create trigger append_only_rewriting before update on ${sql.table(table)}
      for each statement execute function refuse_rewriting()`.execute(db)
  }
  await sql`
    create trigger only_erased before update on event
    for each row execute function refuse_all_but_erasure()`.execute(db)
  await sql`grant update (data, salt, request) on event to fettle_ledger`.execute(db)
  await sql`grant update (request) on settled_command to fettle_ledger`.execute(db)
  const signature = sql`erase_events(uuid, uuid, jsonb)`
  await sql`revoke execute on function ${signature} from public`.execute(db)
  await sql`grant execute on function ${signature} to fettle_api`.execute(db)
  await sql`alter function ${signature} owner to fettle_ledger`.execute(db)
  await sql`revoke create on schema public from fettle_ledger`.execute(db)

  await sql`
    create table erasure (
      company_id uuid not null,
      erasure_id uuid not null,
      files text[] not null,
      imports boolean not null,
      run_id uuid,
      created_at timestamptz(3) not null default clock_timestamp(),
      primary key (company_id, erasure_id)
    )`.execute(db)
  await sql`alter table erasure enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on erasure to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`create policy all_companies on erasure for select to fettle_projector using (true)`.execute(db)
  await sql`grant select, insert, delete, update (run_id) on erasure to fettle_api`.execute(db)
  await sql`grant select on erasure to fettle_projector`.execute(db)
  // The findings of a comparison repeat texts of rows.
  await sql`grant update (comparisons) on replay_run to fettle_api`.execute(db)
}
