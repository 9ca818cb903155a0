import { type Kysely, sql } from 'kysely'
import { addErasable } from './0090-erasable-views.ts'

/**
 * The links to tenants' pages. A link is found by its hash, before its company is known; its secret is derived from `link_id` with a key
 * that is not in the database. Which of them work, and for whom, is in the log. An owner may erase what tenants wrote, and the addresses
 * that links were sent to.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table tenant_link (
      link_id uuid primary key,
      company_id uuid not null,
      job_id uuid not null,
      token_hash bytea not null unique,
      mail_id uuid unique,
      ended_at timestamptz(3),
      opened integer not null default 0,
      last_opened_at timestamptz(3)
    )`.execute(db)
  await sql`create index tenant_link_job on tenant_link (company_id, job_id)`.execute(db)
  await sql`alter table tenant_link enable row level security, force row level security`.execute(db)
  await sql`create policy sign_in on tenant_link to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select, insert, update, delete on tenant_link to fettle_auth`.execute(db)
  await addMailKind(db, 'tenant-link')
  await addErasable(db, { TenantLinkSent: ['sentTo'], OtherTimesAsked: ['message'] })
}

/** Adds a kind to those that mail may have, whatever they are by now. */
export async function addMailKind(db: Kysely<unknown>, kind: string) {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'mail'::regclass and conname = 'mail_kind_check'`.execute(db)
  const before = rows[0]?.definition ?? ''
  const after = before.replace('ARRAY[', `ARRAY['${kind}'::text, `)
  if (after === before) throw new Error('mail_kind_check has no list of kinds to add to')
  await sql`alter table mail drop constraint mail_kind_check`.execute(db)
  await sql.raw(`alter table mail add constraint mail_kind_check ${after}`).execute(db)
}
