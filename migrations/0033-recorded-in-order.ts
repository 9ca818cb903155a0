import { type Kysely, sql } from 'kysely'

/**
 * `append` as in 0003-append.ts and 0010-append-asks-less.ts, but a company's events are never recorded at an earlier time than the
 * one before: where the server's clock went back, or another append waited less long, the last event's time is taken again. The
 * head keeps that time, as it is locked and read anyway.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table company_head add column last_recorded_at timestamptz(3)`.execute(db)
  await sql`
    update company_head h set last_recorded_at = e.recorded_at from event e
    where e.company_id = h.company_id and e.seq = h.seq`.execute(db)
  await sql`grant create on schema public to fettle_ledger`.execute(db)
  await sql`
    create or replace function append(
      p_company uuid, p_command uuid, p_request bytea, p_stream text, p_stream_id uuid, p_expected integer,
      p_actor uuid, p_actor_role text, p_happened timestamptz, p_clock text, p_events jsonb,
      p_rests_on bigint, p_rests_types text[]
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
  await sql`revoke create on schema public from fettle_ledger`.execute(db)
}
