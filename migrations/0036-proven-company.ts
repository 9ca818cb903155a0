import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/**
 * A session that logs in as a role of its own proves the company that it opens row-level security to: a query that was smuggled in
 * could set `fettle.company` too, but knows no proof of another company. A proof is an HMAC-SHA256 of the company and the connection,
 * so one that is seen on one connection opens nothing on another. A login that may become the owner of the log needs none: the database's
 * owner, and the programs of earlier releases, which log in as the owner. `append` takes the proof as an argument, and refuses a
 * company other than the one that the transaction is open to.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table wall_key (
      one boolean primary key default true check (one),
      inner_pad bytea not null,
      outer_pad bytea not null
    )`.execute(db)
  const key = randomBytes(32)
  await sql`insert into wall_key (inner_pad, outer_pad) values (${padded(key, 0x36)}, ${padded(key, 0x5c)})`.execute(db)
  await sql`alter table wall_key enable row level security, force row level security`.execute(db)
  await sql`create policy sign_in on wall_key for select to fettle_auth using (true)`.execute(db)
  await sql`create policy checks on wall_key for select to fettle_ledger using (true)`.execute(db)
  await sql`grant select on wall_key to fettle_auth, fettle_ledger`.execute(db)

  await sql`
    create function is_proven(p_company uuid, p_proof text) returns boolean
    language plpgsql stable parallel restricted set search_path = pg_catalog, public, pg_temp as $$
    begin
      if pg_has_role(session_user, 'fettle_ledger', 'member') then return true; end if;
      return exists (select from wall_key k where p_proof = encode(sha256(k.outer_pad || sha256(k.inner_pad
        || convert_to(p_company || '|' || pg_backend_pid(), 'UTF8'))), 'hex'));
    end $$`.execute(db)
  await sql`
    create function is_company_proven() returns boolean
    language plpgsql stable parallel restricted security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      company constant text := nullif(current_setting('fettle.company', true), '');
    begin
      return company is null or is_proven(company::uuid, current_setting('fettle.proof', true));
    end $$`.execute(db)
  await sql`revoke execute on function is_proven(uuid, text), is_company_proven() from public`.execute(db)
  await sql`grant execute on function is_company_proven() to fettle_api`.execute(db)
  // As a subquery it is asked once a statement, not once a row.
  await sql`
    do $$
    declare
      one text;
    begin
      for one in select tablename from pg_policies where schemaname = 'public' and policyname = 'own_company' order by 1 loop
        execute format('create policy proven on %I as restrictive to fettle_api
          using ((select is_company_proven())) with check ((select is_company_proven()))', one);
      end loop;
    end $$`.execute(db)

  await sql`drop function ${sql.raw(appendOf13)}`.execute(db)
  await sql`
    create function append(
      p_company uuid, p_command uuid, p_request bytea, p_stream text, p_stream_id uuid, p_expected integer,
      p_actor uuid, p_actor_role text, p_happened timestamptz, p_clock text, p_events jsonb,
      p_rests_on bigint, p_rests_types text[], p_proof text default null
    ) returns jsonb language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      many constant integer := jsonb_array_length(p_events);
      happened constant timestamptz := date_trunc('milliseconds', p_happened);
      now constant timestamptz := date_trunc('milliseconds', clock_timestamp());
      one jsonb;
      numbered boolean;
      digest bytea;
      head record;
      new_number bigint;
    begin
      if not is_proven(p_company, p_proof)
        or p_company <> nullif(current_setting('fettle.company', true), '')::uuid then
        raise exception 'a session appends only to its own company' using errcode = 'insufficient_privilege';
      end if;
      if p_expected > 0 then
        if not exists (select from event e
          where e.company_id = p_company and e.stream_id = p_stream_id and e.version = p_expected) then
          raise exception 'the stream has no version %', p_expected using errcode = 'FT001';
        end if;
      end if;

      for place in 0 .. many - 1 loop
        one := p_events -> place;
        numbered := (one -> 'numbered')::boolean;
        digest := decode(one ->> 'digest', 'hex');
        loop
          update company_head h set
            seq = h.seq + 1,
            last_number = h.last_number + numbered::integer,
            last_recorded_at = greatest(now, h.last_recorded_at),
            hash = sha256(h.hash || convert_to(concat_ws('|', p_company, h.seq + 1, p_stream, p_stream_id, p_expected + place + 1,
              one ->> 'type', one ->> 'schema', case when numbered then (h.last_number + 1)::text else '' end,
              coalesce(p_actor::text, ''), p_actor_role, (date_part('epoch', happened) * 1000)::bigint,
              (date_part('epoch', greatest(now, h.last_recorded_at)) * 1000)::bigint, p_clock, p_command, place), 'UTF8') || digest)
            where h.company_id = p_company
            returning h.seq, h.hash, h.last_number, h.last_recorded_at into head;
          exit when found;
          insert into company_head (company_id) values (p_company) on conflict do nothing;
        end loop;
        if place = 0 then
          if exists (select from settled_command s where s.company_id = p_company and s.command_id = p_command) then
            raise exception 'the command is settled' using errcode = 'FT001';
          end if;
          if p_rests_on is not null then
            if exists (select from event e
              where e.company_id = p_company and e.seq > p_rests_on and e.type = any (p_rests_types)) then
              raise exception 'what the decision rests on has moved on' using errcode = 'FT001';
            end if;
          end if;
        end if;
        if numbered then new_number := head.last_number; end if;
        insert into event values (
          p_company, head.seq, p_stream, p_stream_id, p_expected + place + 1, one ->> 'type', (one ->> 'schema')::smallint,
          case when numbered then head.last_number end, one -> 'data', p_actor, p_actor_role, happened, head.last_recorded_at, p_clock,
          p_command, place, p_request, decode(one ->> 'salt', 'hex'), digest, head.hash);
      end loop;

      if many = 0 then
        insert into company_head (company_id) values (p_company) on conflict do nothing;
        select h.seq into head from company_head h where h.company_id = p_company for update;
        if exists (select from event e where e.company_id = p_company and e.command_id = p_command)
          or exists (select from event e
            where e.company_id = p_company and e.stream_id = p_stream_id and e.version = p_expected + 1)
          or p_rests_on is not null and exists (select from event e
            where e.company_id = p_company and e.seq > p_rests_on and e.type = any (p_rests_types)) then
          raise exception 'the command is taken, or what it was decided on has moved on' using errcode = 'FT001';
        end if;
        insert into settled_command (company_id, command_id, request, seq, version)
          values (p_company, p_command, p_request, head.seq, p_expected);
      end if;
      return jsonb_build_object('seq', head.seq, 'version', p_expected + many, 'number', new_number);
    end $$`.execute(db)
  const append = sql.raw(`${appendOf13.slice(0, -1)}, text)`)
  await sql`revoke execute on function ${append} from public`.execute(db)
  await sql`grant execute on function ${append} to fettle_api`.execute(db)
  // The new owner of a function must briefly be allowed to create one.
  await sql`grant create on schema public to fettle_ledger`.execute(db)
  for (const one of [append, sql.raw('is_proven(uuid, text)'), sql.raw('is_company_proven()')])
    await sql`alter function ${one} owner to fettle_ledger`.execute(db)
  await sql`revoke create on schema public from fettle_ledger`.execute(db)

  // A program that logs in as one of these asks whether the migrations of its release have run.
  await sql`grant select on kysely_migration to fettle_api, fettle_projector`.execute(db)
}

/** Programs of earlier releases still call it without a proof: they reach the new one, whose last argument has a default. */
const appendOf13 =
  'append(uuid, uuid, bytea, text, uuid, integer, uuid, text, timestamptz, text, jsonb, bigint, text[])'

/** A key as HMAC-SHA256 mixes it into its inner or outer hash. */
const padded = (key: Buffer, pad: number): Buffer =>
  Buffer.from(Buffer.concat([key, Buffer.alloc(64 - key.length)]).map((byte) => byte ^ pad))
