import { type Kysely, sql } from 'kysely'
import { texts } from './0064-sites.ts'
import { deadlineTexts } from './0068-erasable-deadlines.ts'

/** What was written about recurring work. */
export const recurringTexts = {
  JobOfRecurringWork: ['title'],
  RecurringWorkSetUp: ['title', 'tasks.description', 'called'],
  RecurringWorkChanged: ['title', 'tasks.description', 'called'],
}

/**
 * Finds the recurring work whose jobs are to be made in any company, the checks that were done, and the jobs of recurring work. An owner
 * may also erase what was written about recurring work.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index document_recurring_making on document ((body ->> 'makeAt'))
    where projection = 'recurring-work' and body ->> 'makeAt' is not null`.execute(db)
  await sql`
    create index document_recurring_checks on document ((body ->> 'toRecord'))
    where projection = 'recurring-jobs' and body ->> 'toRecord' is not null`.execute(db)
  await sql`
    create index document_recurring_jobs on document (company_id, generation, (body ->> 'recurringId'))
    where projection = 'recurring-jobs'`.execute(db)
  const files = ['AttachmentAdded', 'AttachmentShared', 'OfficeAttachmentAdded']
  const all = {
    ...texts,
    ...deadlineTexts,
    ...Object.fromEntries(files.map((type) => [type, ['src', 'name']])),
    PapersSet: ['tradingName', 'address', 'telephone', 'email'],
    ...recurringTexts,
  }
  const pairs = Object.entries(all).flatMap(([type, paths]) => paths.map((path) => `('${type}', '${path}')`))
  await sql`
    create or replace function is_erasable(p_type text, p_path text) returns boolean language sql immutable
      set search_path = pg_catalog, public, pg_temp as $$
      select (p_type, regexp_replace(p_path, '[.][0-9]+', '', 'g')) in (values ${sql.raw(pairs.join(', '))})
    $$`.execute(db)
}
