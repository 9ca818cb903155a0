import { type Expression, type SqlBool, sql } from 'kysely'
import type { ProjectionName } from '#core/projections/projections.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/**
 * A company's live checkpoint of a projection: the one way to find the rows that readers may see. Each projection of a company
 * has one live generation; `parked` is a live one that stopped at an event it could not fold, so its rows are stale but whole.
 *
 * Used as a scalar subquery, never as a join, so that the planner looks the generation up once and walks the rows' index:
 * `.where('generation', '=', liveOf(p.companyId, 'job-rows').select('generation'))`. No row (null) until the projector first
 * sees the company.
 */
export const liveOf = (companyId: Expression<string>, projection: ProjectionName | Expression<string>) =>
  db
    .selectFrom('checkpoint')
    .where('company_id', '=', companyId)
    .where('projection', '=', projection)
    .where('status', 'in', ['live', 'parked'])

/**
 * The offset of a lateral subquery that looks up one row of a read model for each of another's: `.offset(byWholeKey)`. It keeps the planner
 * from joining the two by company alone and comparing all rows with all, which it prefers wherever it takes a company's rows for few: in
 * tables not sampled yet, and for a large company among many small ones.
 */
export const byWholeKey = sql.lit(0)

/** A condition that a value is among a subquery's, of which PostgreSQL then makes a hash table for the same reason. */
export const byHash = (isAmong: Expression<SqlBool>) => sql<boolean>`${isAmong} is true`
