import { type Kysely, sql } from 'kysely'

/**
 * Who gets the morning list of deadlines by email, and when their next one is due. Whoever queues a list moves its time on in the same
 * transaction, so any number of processes queue each one once.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table morning_list (
      company_id uuid not null,
      user_id uuid not null,
      due_at timestamptz(3) not null,
      primary key (company_id, user_id)
    )`.execute(db)
  await sql`create index morning_list_due on morning_list (due_at)`.execute(db)
  await sql`alter table morning_list enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on morning_list to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`
    create policy proven on morning_list as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  // Which companies have a list due, and when the next one is.
  await sql`create policy all_companies on morning_list for select to fettle_projector using (true)`.execute(db)
  await sql`create policy sign_in on morning_list to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select, insert, delete on morning_list to fettle_api`.execute(db)
  await sql`grant select on morning_list to fettle_projector`.execute(db)
  await sql`grant select, update, delete on morning_list to fettle_auth`.execute(db)

  const { rows } = await sql<{ kinds: string[] }>`
    select array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '''([a-z-]+)''', 'g') m) kinds
    from pg_constraint where conname = 'mail_kind_check'`.execute(db)
  const kinds = [...(rows[0]?.kinds ?? []), 'morning-list'].map((kind) => `'${kind}'`)
  await sql`alter table mail drop constraint mail_kind_check`.execute(db)
  await sql`alter table mail add constraint mail_kind_check check (kind in (${sql.raw(kinds.join(', '))}))`.execute(db)
}
