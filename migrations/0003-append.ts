import { type Kysely, sql } from 'kysely'

/**
 * The one way into the log: it runs with the rights of fettle_ledger, as no process may write there by itself. It holds the
 * company's head to the end of the transaction, so that the order of seq is the order of commit and a reader that asks for
 * what lies past its checkpoint can never miss an event.
 *
 * All that it looks up, it looks up in one statement without a lock. The head counts the commands that were taken, so moving
 * it from the count that was seen proves that nothing has come since; else it waits for its turn and looks again.
 *
 * `p_events` is a list of { type, schema, numbered, data, salt, digest }, salt and digest in hex. The outcome is
 * 'appended', 'repeated' (this command was taken before: its first outcome is given again), 'different' (its id was used
 * before with another body), or 'conflict' (the stream, or the facts that the decision rests on, have moved on).
 *
 * hash = SHA-256(previous hash || the event's fields joined by '|' || digest), as ledger/chain.ts computes it again.
 * The answer is one JSON value and not a row of columns: a call by every command, this is much of its cost.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function append(
      p_company uuid, p_command uuid, p_request bytea, p_stream text, p_stream_id uuid, p_expected integer,
      p_actor uuid, p_actor_role text, p_happened timestamptz, p_clock text, p_events jsonb,
      p_rests_on bigint, p_rests_types text[]
    ) returns jsonb language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      many constant integer := jsonb_array_length(p_events);
      happened constant timestamptz := date_trunc('milliseconds', p_happened);
      recorded timestamptz;
      head record;
      moved_on boolean := false;
      one jsonb;
      new_number bigint;
      last_hash bytea;
      digests bytea[] := '{}';
      hashes bytea[] := '{}';
      numbers bigint[] := '{}';
    begin
      loop
        select h.seq, h.hash, h.last_number, h.commands,
          coalesce((select e.version from event e
            where e.company_id = p_company and e.stream_id = p_stream_id order by e.version desc limit 1), 0) as version,
          exists (select from event e where e.company_id = p_company and e.command_id = p_command)
            or exists (select from settled_command s where s.company_id = p_company and s.command_id = p_command) as taken
          into head from company_head h where h.company_id = p_company;
        if not found then
          insert into company_head (company_id) values (p_company) on conflict do nothing;
          continue;
        end if;
        if head.taken then
          return (
            select jsonb_build_object('outcome', case when request = p_request then 'repeated' else 'different' end,
              'seq', seq, 'version', version, 'number', number)
            from (
              select e.request, e.seq, e.version, max(e.number) over () as number from event e
                where e.company_id = p_company and e.command_id = p_command
              union all
              select s.request, s.seq, s.version, null from settled_command s
                where s.company_id = p_company and s.command_id = p_command
            ) taken order by seq desc limit 1);
        end if;
        if p_rests_on is not null then
          moved_on := exists (select from event e
            where e.company_id = p_company and e.seq > p_rests_on and e.type = any (p_rests_types));
        end if;
        if head.version <> p_expected or moved_on then
          return jsonb_build_object('outcome', 'conflict', 'seq', head.seq, 'version', head.version);
        end if;

        recorded := date_trunc('milliseconds', clock_timestamp());
        last_hash := head.hash;
        for place in 1 .. many loop
          one := p_events -> place - 1;
          if (one -> 'numbered')::boolean then
            head.last_number := head.last_number + 1;
            new_number := head.last_number;
            numbers[place] := new_number;
          end if;
          digests[place] := decode(one ->> 'digest', 'hex');
          last_hash := sha256(last_hash || convert_to(concat_ws('|', p_company, head.seq + place, p_stream, p_stream_id,
            p_expected + place, one ->> 'type', one ->> 'schema', coalesce(numbers[place]::text, ''),
            coalesce(p_actor::text, ''), p_actor_role, (date_part('epoch', happened) * 1000)::bigint,
            (date_part('epoch', recorded) * 1000)::bigint, p_clock, p_command, place - 1), 'UTF8') || digests[place]);
          hashes[place] := last_hash;
        end loop;

        update company_head h
          set seq = head.seq + many, hash = last_hash, last_number = head.last_number, commands = h.commands + 1
          where h.company_id = p_company and h.commands = head.commands;
        exit when found;
        -- Another command came first.
        perform from company_head h where h.company_id = p_company for update;
      end loop;

      for place in 1 .. many loop
        one := p_events -> place - 1;
        insert into event values (
          p_company, head.seq + place, p_stream, p_stream_id, p_expected + place, one ->> 'type', (one ->> 'schema')::smallint,
          numbers[place], one -> 'data', p_actor, p_actor_role, happened, recorded, p_clock, p_command, place - 1, p_request,
          decode(one ->> 'salt', 'hex'), digests[place], hashes[place]);
      end loop;
      if many = 0 then
        insert into settled_command (company_id, command_id, request, seq, version)
          values (p_company, p_command, p_request, head.seq, p_expected);
      end if;
      return jsonb_build_object(
        'outcome', 'appended', 'seq', head.seq + many, 'version', p_expected + many, 'number', new_number);
    end $$`.execute(db)
  const signature = sql`append(uuid, uuid, bytea, text, uuid, integer, uuid, text, timestamptz, text, jsonb, bigint, text[])`
  await sql`revoke execute on function ${signature} from public`.execute(db)
  await sql`grant execute on function ${signature} to fettle_api`.execute(db)
  // Who is given a function must be allowed to create one, for as long as it takes.
  await sql`grant create on schema public to fettle_ledger`.execute(db)
  await sql`alter function ${signature} owner to fettle_ledger`.execute(db)
  await sql`revoke create on schema public from fettle_ledger`.execute(db)
}
