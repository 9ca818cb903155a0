import { type Kysely, sql } from 'kysely'
import { texts } from './0028-erasable-times-on-site.ts'

/** What was written about hazards. */
export const deadlineTexts = {
  HazardReported: ['reportedBy', 'words'],
  DeadlineMet: ['note'],
  DutyExplained: ['reason'],
  StayOffered: ['note'],
  SummaryWritten: ['found', 'work', 'stay', 'contact'],
  SummarySent: ['sentTo'],
}

/** An owner may also erase what was written about hazards: who reported them, reasons, notes, offers and letters. */
export async function up(db: Kysely<unknown>) {
  const all = {
    ...texts,
    PhotosLeftOut: ['reason'],
    SignatureGiven: ['name', 'strokes'],
    MemberDetailsSet: ['fullName', 'initials', 'telephone'],
    ...deadlineTexts,
  }
  const pairs = Object.entries(all).flatMap(([type, paths]) => paths.map((path) => `('${type}', '${path}')`))
  await sql`
    create or replace function is_erasable(p_type text, p_path text) returns boolean language sql immutable
      set search_path = pg_catalog, public, pg_temp as $$
      select (p_type, regexp_replace(p_path, '[.][0-9]+', '', 'g')) in (values ${sql.raw(pairs.join(', '))})
    $$`.execute(db)
}
