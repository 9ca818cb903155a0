import { type Kysely, sql } from 'kysely'

/** Mails about a change of email: the link for the new address, and the way back for the old one. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table mail drop constraint mail_kind_check`.execute(db)
  await sql`
    alter table mail add constraint mail_kind_check check (kind in
      ('invitation', 'reset', 'verification', 'email-change', 'email-changed', 'many-failures', 'already-registered',
      'new-device', 'password-changed'))`.execute(db)
}
