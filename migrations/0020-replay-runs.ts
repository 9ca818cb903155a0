import { type Kysely, sql } from 'kysely'

/**
 * Requested runs of projections, one row for each company of a run, so that any process can carry one out and none is lost
 * if a process ends. Generations can be kept alongside the live one: the one before the last switch (`kept`), and one compared with the
 * live one (`compared`); both until `expires_at`. `run_id` is the run that builds a generation, so that it can resume
 * it, and `undone_version` on live rows is the version that an undo left: it is not rebuilt until somebody requests it.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table checkpoint
      add column run_id uuid,
      add column expires_at timestamptz(3),
      add column undone_version integer,
      drop constraint checkpoint_status_check,
      add constraint checkpoint_status_check
        check (status in ('live', 'building', 'parked', 'retired', 'kept', 'compared'))`.execute(db)
  // Neither index has a column that changes with every batch, so that those updates stay within their page.
  await sql`create index checkpoint_beside on checkpoint (company_id) where status <> 'live'`.execute(db)
  await sql`
    create index checkpoint_version on checkpoint (projection, version) where status in ('live', 'parked')`.execute(db)
  await sql`
    create table replay_run (
      company_id uuid not null,
      run_id uuid not null,
      kind text not null check (kind in ('replay', 'compare', 'promote', 'discard', 'undo', 'retry')),
      state text not null default 'waiting'
        check (state in ('waiting', 'running', 'paused', 'done', 'failed', 'cancelled')),
      projections text[] not null,
      versions integer[] not null,
      keeps boolean not null default true,
      started_by text not null check (started_by in ('person', 'operator', 'upgrade')),
      user_id uuid,
      events_done bigint not null default 0,
      events_total bigint not null default 0,
      rate real not null default 0,
      errors jsonb not null default '[]',
      comparisons jsonb,
      created_at timestamptz(3) not null default clock_timestamp(),
      began_at timestamptz(3),
      updated_at timestamptz(3) not null default clock_timestamp(),
      ended_at timestamptz(3),
      primary key (company_id, run_id)
    ) with (fillfactor = 70)`.execute(db)
  await sql`create index replay_run_run on replay_run (run_id)`.execute(db)
  // From the front: runs that people wait for, then the small companies; from the end the large ones.
  await sql`
    create index replay_run_open on replay_run ((started_by <> 'person'), events_total)
    where state in ('waiting', 'running', 'paused')`.execute(db)
  await sql`alter table replay_run enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on replay_run to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`create policy all_companies on replay_run to fettle_projector using (true) with check (true)`.execute(db)
  await sql`grant select, insert, update (state, rate, ended_at, updated_at) on replay_run to fettle_api`.execute(db)
  await sql`grant select, insert, update, delete on replay_run to fettle_projector`.execute(db)
}
