import { type Expression, sql } from 'kysely'
import { defaultTimeZone } from '#core/company/company.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'

/** The company's time zone, inside a statement. */
export const timeZoneOf = (companyId: Expression<string>) => {
  const chosen = db
    .selectFrom('document')
    .select(({ ref }) => sql<string>`${ref('body')} ->> 'timeZone'`.as('time_zone'))
    .where('company_id', '=', companyId)
    .where('projection', '=', 'company')
    .where('generation', '=', liveOf(companyId, 'company').select('generation'))
  return sql<string>`coalesce(${chosen}, ${sql.lit(defaultTimeZone)})`
}
