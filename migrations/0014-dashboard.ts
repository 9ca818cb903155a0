import { type Kysely, sql } from 'kysely'

/** The dashboard's facts: one row per job, with the fields that its figures are counted by. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table dashboard_job (
      company_id uuid not null,
      generation integer not null,
      job_id uuid not null,
      number integer not null,
      apartment_name text not null,
      created_at date not null,
      job_status text not null,
      completed_at timestamptz(3),
      warning text not null,
      warned_at timestamptz(3),
      job_start timestamptz(3),
      job_end timestamptz(3),
      assigned_to uuid[] not null,
      unbooked_at timestamptz(3),
      tasks jsonb not null,
      completed_value bigint not null,
      tasks_left integer not null,
      overdue_from timestamptz(3),
      overdue_since timestamptz(3),
      overdue_reason text,
      primary key (company_id, generation, job_id)
    )`.execute(db)
  await sql`
    create index dashboard_job_counts on dashboard_job (company_id, generation, job_status, warning)`.execute(db)
  await sql`
    create index dashboard_job_completed on dashboard_job
    (company_id, generation, completed_at) include (created_at, completed_value) where completed_at is not null`.execute(
    db,
  )
  await sql`
    create index dashboard_job_overdue on dashboard_job
    (company_id, generation, overdue_from) where overdue_from is not null`.execute(db)
  await sql`
    create index dashboard_job_visits on dashboard_job
    (company_id, generation, job_start) where job_start is not null`.execute(db)

  await sql`alter table dashboard_job enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on dashboard_job for select to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`create policy all_companies on dashboard_job to fettle_projector using (true) with check (true)`.execute(db)
  await sql`grant select on dashboard_job to fettle_api`.execute(db)
  await sql`grant select, insert, update, delete on dashboard_job to fettle_projector`.execute(db)
}
