import { type Kysely, sql } from 'kysely'

/**
 * `append_commands`, which takes the place of `append`: it appends several commands of one company in their order, with one lock and one
 * move of its head, or none of them. `append` stays for the programs of earlier releases, and goes a release later.
 *
 * Both make the same chain and refuse the same: FT001, or a unique key, where a decision's stream or facts have moved on or its
 * command is taken. This one writes only where the transaction is open to the company, as `erase_events` does. `p_basis` holds what
 * else must be so at the commit, and FT002 says that it is not:
 * - `epoch`: that of the head, which changes when the database is restored to an earlier time;
 * - `unmoved`: [stream, version] pairs of streams that have no later version, such as that of the person whose rights were read;
 * - `sessions`: [session, person] pairs of sessions that have not ended.
 * Streams only grow under the lock of the head, which is held to the commit. A session is locked after the head, as in every
 * transaction that appends and ends sessions; ending it waits for the commit.
 *
 * `p_commands` is a list of { command, request, stream, streamId, expected, actor, role, happened, clock, restsOn, restsTypes, events },
 * with the events of `append`. Returns { epoch, recorded, positions }: a position is { seq, version, number } of a command's last event.
 * Of the columns of `session` it may change none; locking a row needs the right to change one.
 *
 * The newest version of a stream is read in its order: of the indexes that begin with the company only one has it. Where the statistics
 * know nothing yet, `exists (... version = n)` was seen to walk the whole company by another.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function hold_session(p_company uuid, p_session uuid, p_user uuid) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      perform from session s where s.session_id = p_session and s.company_id = p_company and s.user_id = p_user
        and s.revoked_at is null for share;
      if not found then
        raise exception 'the session has ended' using errcode = 'FT002';
      end if;
    end $$`.execute(db)
  await sql`
    create function append_commands(p_company uuid, p_commands jsonb, p_basis jsonb) returns jsonb
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      head record;
      recorded timestamptz;
      new_seq bigint;
      new_hash bytea;
      new_number bigint;
      command jsonb;
      its_id uuid;
      its_request bytea;
      its_stream text;
      its_stream_id uuid;
      expected integer;
      newest integer;
      last_stream_id uuid;
      actor uuid;
      actor_role text;
      happened timestamptz;
      clock text;
      rests_on bigint;
      events jsonb;
      many integer;
      one jsonb;
      given bigint;
      digest bytea;
      positions jsonb := '[]';
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid
        or not is_proven(p_company, current_setting('fettle.proof', true)) then
        raise exception 'a session appends only to its own company' using errcode = 'insufficient_privilege';
      end if;
      loop
        select h.epoch, h.seq, h.hash, h.last_number, h.last_recorded_at into head
          from company_head h where h.company_id = p_company for update;
        exit when found;
        insert into company_head (company_id) values (p_company) on conflict do nothing;
      end loop;
      recorded := greatest(date_trunc('milliseconds', clock_timestamp()), head.last_recorded_at);
      new_seq := head.seq;
      new_hash := head.hash;
      new_number := head.last_number;

      if head.epoch <> (p_basis ->> 'epoch')::bigint then
        raise exception 'the ledger was restored' using errcode = 'FT002';
      end if;
      for nth in 0 .. coalesce(jsonb_array_length(p_basis -> 'unmoved'), 0) - 1 loop
        one := p_basis -> 'unmoved' -> nth;
        its_stream_id := (one ->> 0)::uuid;
        newest := null;
        select e.version into newest from event e
          where e.company_id = p_company and e.stream_id = its_stream_id order by e.version desc limit 1;
        if newest is distinct from nullif((one ->> 1)::integer, 0) then
          raise exception 'the stream % has moved on', its_stream_id using errcode = 'FT002';
        end if;
      end loop;
      for nth in 0 .. coalesce(jsonb_array_length(p_basis -> 'sessions'), 0) - 1 loop
        one := p_basis -> 'sessions' -> nth;
        perform hold_session(p_company, (one ->> 0)::uuid, (one ->> 1)::uuid);
      end loop;

      for nth in 0 .. jsonb_array_length(p_commands) - 1 loop
        command := p_commands -> nth;
        its_id := (command ->> 'command')::uuid;
        its_request := decode(command ->> 'request', 'hex');
        its_stream := command ->> 'stream';
        its_stream_id := (command ->> 'streamId')::uuid;
        expected := (command ->> 'expected')::integer;
        actor := (command ->> 'actor')::uuid;
        actor_role := command ->> 'role';
        happened := date_trunc('milliseconds', (command ->> 'happened')::timestamptz);
        clock := command ->> 'clock';
        rests_on := (command ->> 'restsOn')::bigint;
        events := command -> 'events';
        many := jsonb_array_length(events);
        given := null;
        if its_stream_id is distinct from last_stream_id and (expected > 0 or many = 0) then
          newest := null;
          select e.version into newest from event e
            where e.company_id = p_company and e.stream_id = its_stream_id order by e.version desc limit 1;
        elsif its_stream_id is distinct from last_stream_id then
          newest := null;
        end if;
        if expected <> coalesce(newest, 0) then
          raise exception 'the stream is not at version %', expected using errcode = 'FT001';
        end if;
        if exists (select from settled_command s
          where s.company_id = p_company and s.command_id = its_id) then
          raise exception 'the command is settled' using errcode = 'FT001';
        end if;
        if rests_on is not null then
          if exists (select from event e where e.company_id = p_company and e.seq > rests_on
            and e.type in (select jsonb_array_elements_text(command -> 'restsTypes'))) then
            raise exception 'what the decision rests on has moved on' using errcode = 'FT001';
          end if;
        end if;

        for place in 0 .. many - 1 loop
          one := events -> place;
          digest := decode(one ->> 'digest', 'hex');
          new_seq := new_seq + 1;
          if (one -> 'numbered')::boolean then
            new_number := new_number + 1;
            given := new_number;
          end if;
          new_hash := sha256(new_hash || convert_to(concat_ws('|', p_company, new_seq, its_stream, its_stream_id, expected + place + 1,
            one ->> 'type', one ->> 'schema', case when (one -> 'numbered')::boolean then new_number::text else '' end,
            coalesce(actor::text, ''), actor_role, (date_part('epoch', happened) * 1000)::bigint,
            (date_part('epoch', recorded) * 1000)::bigint, clock, its_id, place), 'UTF8') || digest);
          insert into event values (
            p_company, new_seq, its_stream, its_stream_id, expected + place + 1, one ->> 'type', (one ->> 'schema')::smallint,
            case when (one -> 'numbered')::boolean then new_number end, one -> 'data', actor, actor_role, happened, recorded, clock,
            its_id, place, its_request, decode(one ->> 'salt', 'hex'), digest, new_hash);
        end loop;

        if many = 0 then
          perform from event e where e.company_id = p_company and e.command_id = its_id order by e.ordinal limit 1;
          if found then
            raise exception 'the command is taken' using errcode = 'FT001';
          end if;
          insert into settled_command (company_id, command_id, request, seq, version)
            values (p_company, its_id, its_request, new_seq, expected);
        end if;
        last_stream_id := its_stream_id;
        newest := expected + many;
        positions := positions || jsonb_build_object('seq', new_seq, 'version', expected + many, 'number', given);
      end loop;

      if new_seq > head.seq then
        update company_head h set seq = new_seq, hash = new_hash, last_number = new_number, last_recorded_at = recorded
          where h.company_id = p_company;
      end if;
      return jsonb_build_object('epoch', head.epoch, 'recorded', (date_part('epoch', recorded) * 1000)::bigint,
        'positions', positions);
    end $$`.execute(db)

  const append = sql.raw('append_commands(uuid, jsonb, jsonb)')
  const hold = sql.raw('hold_session(uuid, uuid, uuid)')
  await sql`revoke execute on function ${append}, ${hold} from public`.execute(db)
  await sql`grant execute on function ${append} to fettle_api`.execute(db)
  await sql`grant execute on function ${hold} to fettle_ledger`.execute(db)
  await sql`
    create policy held_for_append on session to fettle_ledger
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`grant select, update (last_used_at) on session to fettle_ledger`.execute(db)
  // The new owner of a function must briefly be allowed to create one.
  await sql`grant create on schema public to fettle_ledger`.execute(db)
  for (const one of [append, hold]) await sql`alter function ${one} owner to fettle_ledger`.execute(db)
  await sql`revoke create on schema public from fettle_ledger`.execute(db)
}
