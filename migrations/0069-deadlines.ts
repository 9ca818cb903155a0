import { type Kysely, sql } from 'kysely'

/** Finds the deadlines that are next due in a company, and those of all companies that pass without being recorded as missed. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index document_deadlines on document (company_id, generation, (body ->> 'nextDue'), key)
    where projection = 'deadlines' and body ->> 'nextDue' is not null`.execute(db)
  await sql`
    create index document_deadlines_passing on document ((body ->> 'nextMissed'))
    where projection = 'deadlines' and body ->> 'nextMissed' is not null`.execute(db)
}
