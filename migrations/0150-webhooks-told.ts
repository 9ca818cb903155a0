import { type Kysely, sql } from 'kysely'

/**
 * The office is told by email that a webhook turned itself off, which the API queues in the transaction that turns it off: it may add such
 * mails and no others, and read none. Failed deliveries are counted and sent again by an index of their own.
 */
export async function up(db: Kysely<unknown>) {
  const { rows } = await sql<{ kinds: string[] }>`
    select array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '''([a-z-]+)''', 'g') m) kinds
    from pg_constraint where conname = 'mail_kind_check'`.execute(db)
  const kinds = [...(rows[0]?.kinds ?? []), 'webhook-off'].map((kind) => `'${kind}'`)
  await sql`alter table mail drop constraint mail_kind_check`.execute(db)
  await sql`alter table mail add constraint mail_kind_check check (kind in (${sql.raw(kinds.join(', '))}))`.execute(db)
  await sql`create policy webhook_off on mail for insert to fettle_api with check (kind = 'webhook-off')`.execute(db)
  await sql`grant insert (mail_id, kind, recipient) on mail to fettle_api`.execute(db)
  await sql`
    create index webhook_delivery_failed on webhook_delivery (company_id, webhook_id, queued_at)
    where state <> 'delivered' and tried_at is not null`.execute(db)
}
