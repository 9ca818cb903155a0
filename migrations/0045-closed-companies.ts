import { type Kysely, sql } from 'kysely'

const ofReadModels = ['document', 'job_row', 'calendar_row', 'part_row', 'dashboard_job', 'checkpoint', 'replay_run']
const ofBilling = ['billing_checkout', 'billing_customer', 'billing_notice']

/**
 * Companies that were closed. The row comes and goes with the events that say so; it tells what is read-only without a look into the
 * log, and whose thirty days are over. Once the erasure of a company has begun, the role that signs people in may delete what was
 * folded from its log and what else is kept of it: only then, and only that company's.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table company_closing (
      company_id uuid primary key,
      closed_by uuid not null,
      closed_at timestamptz(3) not null,
      erase_at timestamptz(3) not null,
      told_end_at timestamptz(3),
      erasing_since timestamptz(3),
      erased_at timestamptz(3)
    )`.execute(db)
  await sql`create index company_closing_open on company_closing (erase_at) where erased_at is null`.execute(db)
  await sql`alter table company_closing enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on company_closing to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`
    create policy proven on company_closing as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  await sql`create policy all_companies on company_closing for select to fettle_projector using (true)`.execute(db)
  await sql`
    grant select, insert, delete, update (told_end_at, erasing_since, erased_at) on company_closing to fettle_api`.execute(
    db,
  )
  await sql`grant select on company_closing to fettle_projector`.execute(db)

  for (const table of [...ofReadModels, ...ofBilling, 'audit_entry']) {
    await sql`
      create policy erase_closed on ${sql.table(table)} for delete to fettle_auth
      using (company_id = nullif(current_setting('fettle.company', true), '')::uuid and exists (
        select from company_closing closing
        where closing.company_id = ${sql.table(table)}.company_id and closing.erasing_since is not null
      ))`.execute(db)
    await sql`grant delete on ${sql.table(table)} to fettle_auth`.execute(db)
  }

  await addMailKinds(db, ['account-closed', 'company-closed', 'company-ending'])
}

/** Keeps the kinds that the migrations before this one have. */
async function addMailKinds(db: Kysely<unknown>, added: readonly string[]) {
  const { rows } = await sql<{ kinds: string[] }>`
    select array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '''([a-z-]+)''', 'g') m) kinds
    from pg_constraint where conname = 'mail_kind_check'`.execute(db)
  const kinds = [...(rows[0]?.kinds ?? []), ...added].map((kind) => `'${kind}'`)
  await sql`alter table mail drop constraint mail_kind_check`.execute(db)
  await sql`alter table mail add constraint mail_kind_check check (kind in (${sql.raw(kinds.join(', '))}))`.execute(db)
}
