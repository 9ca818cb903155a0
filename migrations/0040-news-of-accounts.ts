import { type Kysely, sql } from 'kysely'

/** Mails that tell a person of a sign-in on a new device and of a changed password. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table mail drop constraint mail_kind_check`.execute(db)
  await sql`
    alter table mail add constraint mail_kind_check check (kind in
      ('invitation', 'reset', 'many-failures', 'already-registered', 'new-device', 'password-changed'))`.execute(db)
}
