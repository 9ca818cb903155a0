import { type Kysely, sql } from 'kysely'

/**
 * What people were told of their jobs, and how far each reaction has come in each company's log. Both are written in one transaction.
 * A notification holds ids and times only. When a reaction first ran is kept once, so that it begins at the present in companies
 * that were there already, and at the first event in later ones.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table reaction_start (
      reaction text primary key,
      started_at timestamptz(3) not null
    )`.execute(db)
  await sql`alter table reaction_start enable row level security, force row level security`.execute(db)
  await sql`create policy all_companies on reaction_start to fettle_api using (true) with check (true)`.execute(db)
  await sql`grant select, insert on reaction_start to fettle_api`.execute(db)

  await sql`
    create table reaction_checkpoint (
      company_id uuid not null,
      reaction text not null,
      version integer not null,
      seq bigint not null,
      primary key (company_id, reaction)
    )`.execute(db)
  await sql`
    create table notification (
      company_id uuid not null,
      notification_id uuid not null,
      user_id uuid not null,
      job_id uuid not null,
      seq bigint not null,
      at timestamptz(3) not null,
      settles_at timestamptz(3) not null,
      changes jsonb not null,
      read_at timestamptz(3),
      primary key (company_id, notification_id)
    )`.execute(db)
  await sql`create index notification_newest on notification (company_id, user_id, seq)`.execute(db)
  for (const table of ['reaction_checkpoint', 'notification']) {
    const name = sql.table(table)
    await sql`alter table ${name} enable row level security, force row level security`.execute(db)
    await sql`
      create policy own_company on ${name} to fettle_api
      using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
      with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
    await sql`
      create policy proven on ${name} as restrictive to fettle_api
      using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
    await sql`
      create policy erase_closed on ${name} for delete to fettle_auth
      using (company_id = nullif(current_setting('fettle.company', true), '')::uuid and exists (
        select from company_closing closing
        where closing.company_id = ${name}.company_id and closing.erasing_since is not null
      ))`.execute(db)
    await sql`create policy sign_in on ${name} for select to fettle_auth using (true)`.execute(db)
    await sql`grant select, insert, update, delete on ${name} to fettle_api`.execute(db)
    await sql`grant select, delete on ${name} to fettle_auth`.execute(db)
  }
  // Which companies a reaction is behind in, and nothing of what people were told.
  await sql`create policy all_companies on reaction_checkpoint for select to fettle_projector using (true)`.execute(db)
  await sql`grant select on reaction_checkpoint to fettle_projector`.execute(db)
}
