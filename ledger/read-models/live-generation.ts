import type { Expression } from 'kysely'
import type { ProjectionName } from '#core/projections/projections.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/**
 * The one way to find the rows that readers may see: each projection of a company has one live generation, and `parked` is a
 * live one that stopped at an event it could not fold; its rows are stale but whole. Used as a scalar subquery, never as a
 * join: the planner then looks the generation up once and walks the rows' index.
 *
 * `company` and `projection` are SQL (a parameter like `$1` or a literal):
 * `select ... from job_row where company_id = $1 and generation = ${liveGeneration('$1', `'job-rows'`)}`
 */
export const liveGeneration = (company: string, projection: string) => liveCheckpoint('generation', company, projection)

/** The seq up to which a company's live rows of a projection are folded, as a scalar subquery. */
export const liveSeq = (company: string, projection: string) => liveCheckpoint('seq', company, projection)

/** Any column of the live checkpoint, as a scalar subquery. No row (null) until the projector first sees the company. */
export const liveCheckpoint = (
  column: 'generation' | 'seq' | 'generation, seq' | 'status' | 'version' | 'updated_at',
  company: string,
  projection: string,
) =>
  `(select ${column} from checkpoint where company_id = ${company} and projection = ${projection} and status in ('live', 'parked'))`

/**
 * The company's live checkpoint of a projection, for a scalar subquery of a statement:
 * `.where('generation', '=', liveOf(p.companyId, 'job-rows').select('generation'))`. No row (null) until the projector first
 * sees the company.
 */
export const liveOf = (companyId: Expression<string>, projection: ProjectionName | Expression<string>) =>
  db
    .selectFrom('checkpoint')
    .where('company_id', '=', companyId)
    .where('projection', '=', projection)
    .where('status', 'in', ['live', 'parked'])
