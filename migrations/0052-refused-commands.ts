import { type Kysely, sql } from 'kysely'

/**
 * Refused commands. A device numbers its attempts: an attempt that was refused stays refused, so that a copy of it which the network has
 * held back is not accepted once its person has been told. A retry by that person is a new attempt under the same id, and is decided again.
 *
 * `append_commands` is that of 0049-append-commands.ts, but refuses an attempt that is not after the last refused one (FT001). Programs
 * of earlier releases and the server itself name no attempt, and nothing is refused them here. `refuse_command` notes a refusal under
 * the lock of the company's head, as appends are made: whichever is committed first holds. It returns whether the refusal holds, which
 * it does not if the command was accepted before.
 *
 * Only the fact is kept, for 90 days: reasons have names and texts that the law may want erased, and are found again by deciding again.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table refused_command (
      company_id uuid not null,
      command_id uuid not null,
      attempt integer not null check (attempt > 0),
      refused_at timestamptz(3) not null default clock_timestamp(),
      primary key (company_id, command_id)
    )`.execute(db)
  await sql`create index refused_command_oldest on refused_command (refused_at)`.execute(db)
  await sql`alter table refused_command enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on refused_command for select to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`
    create policy proven on refused_command as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  await sql`create policy append on refused_command to fettle_ledger using (true) with check (true)`.execute(db)
  await sql`create policy sign_in on refused_command for select to fettle_auth using (true)`.execute(db)
  await sql`
    create policy sweep on refused_command for delete to fettle_auth
    using (refused_at < now() - interval '90 days')`.execute(db)
  await sql`
    create policy erase_closed on refused_command for delete to fettle_auth
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid and exists (
      select from company_closing closing
      where closing.company_id = refused_command.company_id and closing.erasing_since is not null
    ))`.execute(db)
  await sql`grant select on refused_command to fettle_api`.execute(db)
  await sql`grant select, delete on refused_command to fettle_auth`.execute(db)
  await sql`grant select, insert, update (attempt, refused_at) on refused_command to fettle_ledger`.execute(db)

  await sql`
    create function refuse_command(p_company uuid, p_command uuid, p_attempt integer) returns boolean
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid
        or not is_proven(p_company, current_setting('fettle.proof', true)) then
        raise exception 'a session refuses only commands of its own company' using errcode = 'insufficient_privilege';
      end if;
      perform from company_head h where h.company_id = p_company for update;
      if exists (select from settled_command s where s.company_id = p_company and s.command_id = p_command) then
        return false;
      end if;
      perform from event e where e.company_id = p_company and e.command_id = p_command order by e.ordinal limit 1;
      if found then
        return false;
      end if;
      insert into refused_command as known (company_id, command_id, attempt) values (p_company, p_command, p_attempt)
        on conflict (company_id, command_id)
        do update set attempt = excluded.attempt, refused_at = excluded.refused_at where known.attempt < excluded.attempt;
      return true;
    end $$`.execute(db)
  await sql`
    create or replace function append_commands(p_company uuid, p_commands jsonb, p_basis jsonb) returns jsonb
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
      its_attempt integer;
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
        its_attempt := (command ->> 'attempt')::integer;
        if exists (select from settled_command s where s.company_id = p_company and s.command_id = its_id)
          or its_attempt is not null and exists (select from refused_command r
            where r.company_id = p_company and r.command_id = its_id and r.attempt >= its_attempt) then
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

  const refuse = sql.raw('refuse_command(uuid, uuid, integer)')
  await sql`revoke execute on function ${refuse} from public`.execute(db)
  await sql`grant execute on function ${refuse} to fettle_api`.execute(db)
  // The new owner of a function must briefly be allowed to create one.
  await sql`grant create on schema public to fettle_ledger`.execute(db)
  await sql`alter function ${refuse} owner to fettle_ledger`.execute(db)
  await sql`revoke create on schema public from fettle_ledger`.execute(db)
}
