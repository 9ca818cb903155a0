import { type Kysely, sql } from 'kysely'

/**
 * Job files being imported, each with its column mapping and progress, so that any process can resume
 * it, and the refused rows. The lease shows which process is working on it.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table import_run (
      company_id uuid not null,
      import_id uuid not null,
      user_id uuid not null,
      file_name text not null,
      file bytea not null,
      state text not null default 'draft' check (state in ('draft', 'running', 'stopped', 'done', 'failed')),
      plan jsonb not null,
      checked jsonb not null,
      progress jsonb not null default '{}',
      error text not null default '',
      created_at timestamptz(3) not null default clock_timestamp(),
      started_at timestamptz(3),
      ended_at timestamptz(3),
      lease_until timestamptz(3) not null default '-infinity',
      primary key (company_id, import_id)
    )`.execute(db)
  await sql`create index import_run_running on import_run (lease_until) where state = 'running'`.execute(db)
  await sql`
    create table import_refusal (
      company_id uuid not null,
      import_id uuid not null,
      line integer not null,
      place integer not null,
      reason text not null,
      field text not null default '',
      primary key (company_id, import_id, place),
      foreign key (company_id, import_id) references import_run on delete cascade
    )`.execute(db)
  for (const table of ['import_run', 'import_refusal']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db)
    await sql`
      create policy own_company on ${sql.table(table)} to fettle_api
      using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
      with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
    await sql`grant select, insert, update, delete on ${sql.table(table)} to fettle_api`.execute(db)
  }
  // The companies with an import that no process is working on, and nothing about its contents.
  await sql`create policy waiting on import_run for select to fettle_auth using (state = 'running')`.execute(db)
  await sql`grant select (company_id, import_id, state, lease_until) on import_run to fettle_auth`.execute(db)
}
