import { type Kysely, sql } from 'kysely'

/** Checkpoints and read models. Every row carries its generation; readers find the company's live one with a scalar subquery. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table checkpoint (
      company_id uuid not null,
      projection text not null,
      generation integer not null,
      version integer not null,
      seq bigint not null default 0,
      status text not null check (status in ('live', 'building', 'parked', 'retired')),
      error text,
      error_seq bigint,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (company_id, projection, generation)
    ) with (fillfactor = 50)`.execute(db)

  await sql`
    create table document (
      company_id uuid not null,
      projection text not null,
      generation integer not null,
      key text not null,
      body jsonb not null,
      primary key (company_id, projection, generation, key)
    )`.execute(db)

  await sql`
    create table job_row (
      company_id uuid not null,
      generation integer not null,
      job_id uuid not null,
      number integer not null,
      job_status text not null,
      warning text not null,
      apartment_name text not null,
      created_at date not null,
      job_start timestamptz(3),
      job_end timestamptz(3),
      assigned_to uuid[] not null,
      images integer not null,
      notes integer not null,
      ready_tasks uuid[] not null,
      work_order text not null,
      agency text not null,
      primary key (company_id, generation, job_id)
    )`.execute(db)
  await sql`create index job_row_number on job_row (company_id, generation, number)`.execute(db)
  await sql`create index job_row_apartment_name on job_row (company_id, generation, apartment_name, number)`.execute(db)
  await sql`create index job_row_created_at on job_row (company_id, generation, created_at, number)`.execute(db)
  await sql`create index job_row_job_start on job_row (company_id, generation, job_start, number)`.execute(db)
  await sql`create index job_row_job_status on job_row (company_id, generation, job_status, number)`.execute(db)
  await sql`create index job_row_warning on job_row (company_id, generation, warning, number)`.execute(db)

  await sql`
    create table calendar_row (
      company_id uuid not null,
      generation integer not null,
      job_id uuid not null,
      number integer not null,
      apartment_name text not null,
      job_status text not null,
      warning text not null,
      job_booking_id uuid,
      job_start timestamptz(3),
      job_end timestamptz(3),
      access text,
      assigned_to uuid[] not null,
      primary key (company_id, generation, job_id)
    )`.execute(db)
  await sql`
    create index calendar_row_job_start on calendar_row (company_id, generation, job_start) where job_start is not null`.execute(
    db,
  )

  for (const table of ['checkpoint', 'document', 'job_row', 'calendar_row']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db)
    await sql`
      create policy own_company on ${sql.table(table)} for select to fettle_api
      using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
    await sql`create policy all_companies on ${sql.table(table)} to fettle_projector using (true) with check (true)`.execute(
      db,
    )
    await sql`grant select on ${sql.table(table)} to fettle_api`.execute(db)
    await sql`grant select, insert, update, delete on ${sql.table(table)} to fettle_projector`.execute(db)
  }
  await sql`create unique index checkpoint_live on checkpoint (company_id, projection) where status = 'live'`.execute(
    db,
  )
}
