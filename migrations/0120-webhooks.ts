import { type Kysely, sql } from 'kysely'

const ownCompany = sql`(company_id = nullif(current_setting('fettle.company', true), '')::uuid)`

/**
 * Webhooks, how far each has come in its company's log, and their deliveries of the last 30 days. A place and the deliveries that it has
 * passed are written in one transaction. Deliveries hold ids and what came of them: what is sent is read from the log each time.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table webhook (
      company_id uuid not null,
      webhook_id uuid not null,
      url text not null,
      audience text not null check (audience in ('office', 'team')),
      event_types text[] not null,
      sealed_secret bytea not null,
      secret_ending text not null,
      seq bigint not null,
      answered_by uuid not null,
      answered_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now(),
      off text check (off in ('paused', 'failing', 'gone', 'maker-left')),
      failing_since timestamptz(3),
      delivered_at timestamptz(3),
      primary key (company_id, webhook_id)
    )`.execute(db)
  await sql`
    create table webhook_delivery (
      company_id uuid not null,
      delivery_id uuid not null,
      webhook_id uuid not null,
      seq bigint,
      type text not null,
      state text not null check (state in ('waiting', 'delivered', 'parked')),
      tries integer not null,
      queued_at timestamptz(3) not null,
      due_at timestamptz(3) not null,
      tried_at timestamptz(3),
      took integer,
      status integer,
      failure text,
      answer text,
      primary key (company_id, delivery_id)
    )`.execute(db)
  await sql`
    create index webhook_delivery_waiting on webhook_delivery (company_id, webhook_id, due_at)
    where state = 'waiting'`.execute(db)
  await sql`
    create index webhook_delivery_newest on webhook_delivery (company_id, webhook_id, queued_at desc, delivery_id desc)`.execute(
    db,
  )
  await sql`create index webhook_delivery_oldest on webhook_delivery (queued_at)`.execute(db)
  for (const name of ['webhook', 'webhook_delivery']) {
    const table = sql.table(name)
    await sql`alter table ${table} enable row level security, force row level security`.execute(db)
    await sql`
      create policy own_company on ${table} to fettle_api, fettle_auth
      using ${ownCompany} with check ${ownCompany}`.execute(db)
    await sql`
      create policy proven on ${table} as restrictive to fettle_api
      using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
    await sql`grant select, insert, update, delete on ${table} to fettle_api, fettle_auth`.execute(db)
    // Which webhooks have something to send, and nothing of where to or with which secret.
    await sql`create policy all_companies on ${table} for select to fettle_projector using (true)`.execute(db)
  }
  await sql`grant select (company_id, webhook_id, seq, off) on webhook to fettle_projector`.execute(db)
  await sql`
    grant select (company_id, webhook_id, seq, state, due_at, queued_at) on webhook_delivery to fettle_projector`.execute(
    db,
  )
}
