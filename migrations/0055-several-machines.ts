import { type Kysely, sql } from 'kysely'

/**
 * What a database of several machines needs, where a company's rows lie on one of them, its worker, and the tables of signing in on the
 * coordinator; see distribution/distribute.ts. On a database of one machine nothing changes.
 *
 * - `session_backend` is the process that a proof names. On a worker that is the coordinator's process, whose session the worker serves:
 *   `distribute` replaces the function with one that asks Citus.
 * - An append must hold sessions while it holds the company's head, and sessions are not on the company's worker. There it takes three
 *   calls instead of one: `hold_head` and `append_commands` on the worker, and `hold_sessions` on the coordinator in between. They lock
 *   in the same order as `append_commands` does alone.
 * - `is_older`, `is_known` and `counts_of` say of a run's arrays what sub-queries over them said: of many companies at once, Citus
 *   computes an immutable function of a row, but no sub-query over what a function makes of the row.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function session_backend() returns integer language sql stable parallel restricted as $$
      select pg_backend_pid()
    $$`.execute(db)
  await sql`
    create or replace function is_proven(p_company uuid, p_proof text) returns boolean
    language plpgsql stable parallel restricted set search_path = pg_catalog, public, pg_temp as $$
    begin
      if pg_has_role(session_user, 'fettle_ledger', 'member') then return true; end if;
      return exists (select from wall_key k where p_proof = encode(sha256(k.outer_pad || sha256(k.inner_pad
        || convert_to(p_company || '|' || session_backend(), 'UTF8'))), 'hex'));
    end $$`.execute(db)

  await sql`
    create function hold_head(p_company uuid) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid
        or not is_proven(p_company, current_setting('fettle.proof', true)) then
        raise exception 'a session appends only to its own company' using errcode = 'insufficient_privilege';
      end if;
      loop
        perform from company_head h where h.company_id = p_company for update;
        exit when found;
        insert into company_head (company_id) values (p_company) on conflict do nothing;
      end loop;
    end $$`.execute(db)
  await sql`
    create function hold_sessions(p_company uuid, p_sessions jsonb) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid
        or not is_proven(p_company, current_setting('fettle.proof', true)) then
        raise exception 'a session appends only to its own company' using errcode = 'insufficient_privilege';
      end if;
      for nth in 0 .. jsonb_array_length(p_sessions) - 1 loop
        perform hold_session(p_company, (p_sessions -> nth ->> 0)::uuid, (p_sessions -> nth ->> 1)::uuid);
      end loop;
    end $$`.execute(db)
  const held = sql.raw('hold_head(uuid), hold_sessions(uuid, jsonb)')
  await sql`revoke execute on function ${held} from public`.execute(db)
  await sql`grant execute on function ${held} to fettle_api`.execute(db)
  // The new owner of a function must briefly be allowed to create one.
  await sql`grant create on schema public to fettle_ledger`.execute(db)
  for (const one of ['hold_head(uuid)', 'hold_sessions(uuid, jsonb)'])
    await sql`alter function ${sql.raw(one)} owner to fettle_ledger`.execute(db)
  await sql`revoke create on schema public from fettle_ledger`.execute(db)

  await sql`
    create function is_older(p_names text[], p_versions integer[], p_known text[], p_known_versions integer[]) returns boolean
    language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
      select exists (
        select from unnest(p_names, p_versions) wanted (name, version)
        join unnest(p_known, p_known_versions) known (name, version) on known.name = wanted.name
        where wanted.version < known.version)
    $$`.execute(db)
  await sql`
    create function is_known(p_names text[], p_versions integer[], p_known text[], p_known_versions integer[]) returns boolean
    language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
      select not exists (
        select from unnest(p_names, p_versions) wanted (name, version)
        where (wanted.name, wanted.version) not in (select * from unnest(p_known, p_known_versions)))
    $$`.execute(db)
  await sql`
    create function counts_of(p_comparisons jsonb) returns jsonb
    language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
      select jsonb_build_object(
        'same', sum((entry -> 'counts' ->> 'same')::bigint), 'changed', sum((entry -> 'counts' ->> 'changed')::bigint),
        'added', sum((entry -> 'counts' ->> 'added')::bigint), 'removed', sum((entry -> 'counts' ->> 'removed')::bigint))
      from jsonb_array_elements(p_comparisons) entry having count(*) > 0
    $$`.execute(db)
}
