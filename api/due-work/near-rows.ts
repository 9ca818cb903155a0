import { sql } from 'kysely'
import type pg from 'pg'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { dueRows, mostCompanies } from './due-rows.ts'
import type { PassedRow } from './passed-rows.ts'

const projection = 'deadlines'
const passing = sql<string>`body ->> 'nextMissed'`

/** The jobs of a company that are looked at in one go: those that are due first. */
const mostJobs = 1_000

type Span = { now: string; until: string }

const companiesOf = statement('companies-with-near', (p: Parameters<Span & { without: string[] }>) =>
  dueRows({ projection, time: passing })
    .select('document.company_id as companyId')
    .distinct()
    .where(passing, '>', p.now)
    .where(passing, '<=', p.until)
    .where((row) => row.not(row('document.company_id', '=', row.fn.any(p.without))))
    .limit(mostCompanies),
)

const coming = statement('deadlines-to-come', (p: Parameters<Span & { companyId: string }>) =>
  db
    .selectFrom('document')
    .select('body')
    .where('company_id', '=', p.companyId)
    .where('projection', '=', sql.lit(projection))
    .where('generation', '=', liveOf(p.companyId, projection).select('generation'))
    .where(passing, '>', p.now)
    .where(passing, '<=', p.until)
    .orderBy(passing)
    .limit(mostJobs)
    .$narrowType<{ body: PassedRow }>(),
)

/** The companies in which a deadline is due between two instants, without these. */
export async function readCompaniesWithComing(
  pool: pg.Pool,
  span: Span,
  without: readonly string[],
): Promise<string[]> {
  return (await rowsOf(pool, companiesOf({ ...span, without: [...without] }))).map((one) => one.companyId)
}

/** The jobs of a company of which a deadline is due between two instants. */
export async function readComing(pool: pg.Pool, companyId: string, span: Span): Promise<PassedRow[]> {
  const [rows] = await readInCompany(pool, companyId, [coming({ ...span, companyId })])
  return rows.rows.map((one) => one.body)
}
