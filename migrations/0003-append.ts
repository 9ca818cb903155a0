import { type Kysely, sql } from 'kysely'

/**
 * The one way into the log. It locks the company's head to the end of the transaction, so that the order of seq is the order
 * of commit and a reader that asks for what lies past its checkpoint can never miss an event.
 *
 * `p_events` is a list of { type, schema, numbered, data, salt, digest }, salt and digest in hex. The outcome is
 * 'appended', 'repeated' (this command was taken before: its first outcome is given again), 'different' (its id was used
 * before with another body), or 'conflict' (the stream, or the facts that the decision rests on, have moved on).
 *
 * hash = SHA-256(previous hash || the event's fields joined by '|' || digest), as ledger/chain.ts computes it again.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function append(
      p_company uuid, p_command uuid, p_request bytea, p_stream text, p_stream_id uuid, p_expected integer,
      p_actor uuid, p_actor_role text, p_happened timestamptz, p_clock text, p_events jsonb,
      p_rests_on bigint default null, p_rests_types text[] default null,
      out outcome text, out seq bigint, out version integer, out number bigint
    ) language plpgsql as $$
    declare
      head company_head;
      first_request bytea;
      one jsonb;
      place integer := 0;
      new_number bigint;
      new_digest bytea;
      happened timestamptz := date_trunc('milliseconds', p_happened);
      recorded timestamptz;
      times text;
    begin
      perform set_config('fettle.company', p_company::text, true);
      select * into head from company_head h where h.company_id = p_company for update;
      if not found then
        insert into company_head (company_id) values (p_company) on conflict do nothing;
        select * into head from company_head h where h.company_id = p_company for update;
      end if;

      select 'repeated', e.seq, e.version, e.request into outcome, append.seq, append.version, first_request
        from event e where e.company_id = p_company and e.command_id = p_command order by e.ordinal desc limit 1;
      if found then
        select max(e.number) into append.number from event e where e.company_id = p_company and e.command_id = p_command;
      else
        select 'repeated', s.seq, s.version, s.request into outcome, append.seq, append.version, first_request
          from settled_command s where s.company_id = p_company and s.command_id = p_command;
      end if;
      if outcome is not null then
        if first_request <> p_request then outcome := 'different'; end if;
        return;
      end if;

      select coalesce(max(e.version), 0) into append.version
        from event e where e.company_id = p_company and e.stream_id = p_stream_id;
      if append.version <> p_expected or (p_rests_on is not null and exists (
        select from event e where e.company_id = p_company and e.seq > p_rests_on and e.type = any (p_rests_types)
      )) then
        outcome := 'conflict';
        append.seq := head.seq;
        return;
      end if;

      outcome := 'appended';
      if jsonb_array_length(p_events) = 0 then
        insert into settled_command (company_id, command_id, request, seq, version)
          values (p_company, p_command, p_request, head.seq, append.version);
        append.seq := head.seq;
        return;
      end if;

      recorded := date_trunc('milliseconds', clock_timestamp());
      times := concat_ws('|', (extract(epoch from happened) * 1000)::bigint, (extract(epoch from recorded) * 1000)::bigint, p_clock);
      for one in select * from jsonb_array_elements(p_events) loop
        head.seq := head.seq + 1;
        append.version := append.version + 1;
        new_number := null;
        if (one ->> 'numbered')::boolean then
          head.last_number := head.last_number + 1;
          new_number := head.last_number;
          append.number := new_number;
        end if;
        new_digest := decode(one ->> 'digest', 'hex');
        head.hash := sha256(head.hash || convert_to(
          p_company || '|' || head.seq || '|' || p_stream || '|' || p_stream_id || '|' || append.version || '|' || (one ->> 'type')
          || '|' || (one ->> 'schema') || '|' || coalesce(new_number::text, '') || '|' || coalesce(p_actor::text, '') || '|' || p_actor_role
          || '|' || times || '|' || p_command || '|' || place, 'UTF8') || new_digest);
        insert into event values (
          p_company, head.seq, p_stream, p_stream_id, append.version, one ->> 'type', (one ->> 'schema')::smallint, new_number,
          one -> 'data', p_actor, p_actor_role, happened, recorded, p_clock, p_command, place, p_request,
          decode(one ->> 'salt', 'hex'), new_digest, head.hash);
        place := place + 1;
      end loop;
      update company_head h set seq = head.seq, hash = head.hash, last_number = head.last_number where h.company_id = p_company;
      append.seq := head.seq;
    end $$`.execute(db)
  await sql`
    revoke execute on function append(uuid, uuid, bytea, text, uuid, integer, uuid, text, timestamptz, text, jsonb, bigint, text[]) from public`.execute(
    db,
  )
  await sql`
    grant execute on function append(uuid, uuid, bytea, text, uuid, integer, uuid, text, timestamptz, text, jsonb, bigint, text[]) to fettle_api`.execute(
    db,
  )
}
