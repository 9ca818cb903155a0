import { type Kysely, sql } from 'kysely'

/** The agencies that sites name, from one to the next, however many sites each has. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index site_row_agency on site_row (company_id, generation, agency)
    where agency <> '' and merged_into is null`.execute(db)
}
