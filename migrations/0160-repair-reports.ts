import { type Kysely, sql } from 'kysely'
import { addErasable } from './0090-erasable-views.ts'

/** What was written in reports of repairs. */
const reportTexts = {
  RepairReported: ['place', 'words', 'name', 'telephone', 'email'],
  ReportPhotoAdded: ['src'],
  ReportClosed: ['answer'],
}

/**
 * Repairs that are reported on a company's page. A page, and the link of who reported, is found by its hash, before its company is known;
 * the secret is derived from `link_id`, the id of the page or the report, with a key that is not in the database. An owner may erase what
 * was reported, and its photos are found like those of jobs. The office reads its open reports by the time they came.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table report_link (
      link_id uuid primary key,
      company_id uuid not null,
      kind text not null check (kind in ('page', 'report')),
      token_hash bytea not null unique,
      ended_at timestamptz(3)
    )`.execute(db)
  await sql`create index report_link_company on report_link (company_id, kind)`.execute(db)
  await sql`alter table report_link enable row level security, force row level security`.execute(db)
  await sql`create policy sign_in on report_link to fettle_auth using (true) with check (true)`.execute(db)
  await sql`grant select, insert, update, delete on report_link to fettle_auth`.execute(db)
  await addErasable(db, reportTexts)
  await sql`create index event_report_photo_src on event (company_id, (data ->> 'src')) where type = 'ReportPhotoAdded'`.execute(
    db,
  )
  await alsoReferencedBy(db, 'ReportPhotoAdded')
  await sql`
    create index document_reports on document (company_id, generation, (body ->> 'state'), (body ->> 'reportedAt'), key)
    where projection = 'reports'`.execute(db)
}

/** Adds a type of event to those that refer to images, whatever they are by now. */
async function alsoReferencedBy(db: Kysely<unknown>, type: string) {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('is_image_referenced(uuid, text)'::regprocedure) as definition`.execute(db)
  const before = rows[0]?.definition ?? ''
  const after = before.replace(
    'return exists (',
    `return exists (select from event e
          where e.company_id = p_company and e.type = '${type}' and e.data ->> 'src' = p_src)
        or exists (`,
  )
  if (after === before) throw new Error('is_image_referenced has no list of events to add to')
  await sql.raw(after).execute(db)
}
