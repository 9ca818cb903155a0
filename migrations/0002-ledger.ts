import { type Kysely, sql } from 'kysely'

/** The log: events, the head of each company's ledger, and the commands that were accepted without an event. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table event (
      company_id uuid not null,
      seq bigint not null,
      stream text not null,
      stream_id uuid not null,
      version integer not null,
      type text not null,
      schema smallint not null,
      number bigint,
      data jsonb not null,
      actor_id uuid,
      actor_role text not null,
      happened_at timestamptz(3) not null,
      recorded_at timestamptz(3) not null,
      clock text not null,
      command_id uuid not null,
      ordinal smallint not null,
      request bytea not null,
      salt bytea not null,
      digest bytea not null,
      hash bytea not null,
      primary key (company_id, seq),
      unique (company_id, stream_id, version),
      unique (company_id, command_id, ordinal)
    )`.execute(db)
  // Members and the company itself are few among many jobs, and every request looks up its person.
  await sql`create index event_small_streams on event (company_id, stream, seq) where stream <> 'job'`.execute(db)

  await sql`
    create table company_head (
      company_id uuid primary key,
      epoch bigint not null default 1,
      seq bigint not null default 0,
      hash bytea not null default decode(repeat('00', 32), 'hex'),
      last_number bigint not null default 0
    ) with (fillfactor = 50)`.execute(db)

  await sql`
    create table settled_command (
      company_id uuid not null,
      command_id uuid not null,
      request bytea not null,
      seq bigint not null,
      version integer not null,
      recorded_at timestamptz(3) not null default now(),
      primary key (company_id, command_id)
    )`.execute(db)

  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
    end $$`.execute(db)
  for (const table of ['event', 'settled_command']) {
    await sql`
      create trigger append_only before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db)
  }

  for (const table of ['event', 'company_head', 'settled_command']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db)
    await sql`
      create policy own_company on ${sql.table(table)} for select to fettle_api
      using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
    await sql`create policy all_companies on ${sql.table(table)} for select to fettle_projector using (true)`.execute(
      db,
    )
    await sql`create policy append on ${sql.table(table)} to fettle_ledger using (true) with check (true)`.execute(db)
    await sql`grant select on ${sql.table(table)} to fettle_api, fettle_projector`.execute(db)
    await sql`grant select, insert on ${sql.table(table)} to fettle_ledger`.execute(db)
  }
  await sql`grant update on company_head to fettle_ledger`.execute(db)
}
