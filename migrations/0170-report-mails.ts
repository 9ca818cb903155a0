import { type Kysely, sql } from 'kysely'
import { addMailKind } from './0110-tenant-links.ts'

/** The mail that brings the person who reported a repair the link to follow it; `mailed_at` has it queued once. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table report_link add column mailed_at timestamptz(3)`.execute(db)
  await addMailKind(db, 'report-link')
}
