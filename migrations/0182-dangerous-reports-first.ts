import { type Kysely, sql } from 'kysely'

/** The office reads its open reports with those of danger first, and then by the time they came. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index document_open_reports
    on document (company_id, generation, ((body ->> 'urgency') <> 'danger'), (body ->> 'reportedAt'), key)
    where projection = 'reports' and (body ->> 'state') = 'open'`.execute(db)
}
