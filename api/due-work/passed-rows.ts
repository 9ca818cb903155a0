import { sql } from 'kysely'
import type pg from 'pg'
import type { DeadlineRow } from '#core/projections/deadlines/deadline-rows.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { dueRows, mostCompanies } from './due-rows.ts'

export type PassedRow = Pick<DeadlineRow, 'jobId' | 'duties'>

/** The jobs of a company that are looked at in one go. */
const mostJobs = 200

const projection = 'deadlines'
const passing = sql<string>`body ->> 'nextMissed'`

const liveRows = () => dueRows({ projection, time: passing })

const companiesPassed = statement('companies-with-missed', (p: Parameters<{ now: string; without: string[] }>) =>
  liveRows()
    .select('document.company_id as companyId')
    .distinct()
    .where(passing, '<', p.now)
    .where((row) => row.not(row('document.company_id', '=', row.fn.any(p.without))))
    .limit(mostCompanies),
)

const nextPassing = statement('next-deadline', (p: Parameters<{ now: string }>) =>
  liveRows().select(passing.as('due')).where(passing, '>=', p.now).orderBy(passing).limit(1),
)

/** Shuffled by each look: if the oldest came first, as many jobs that always fail would keep the rest out. */
const passed = statement('missed-of-company', (p: Parameters<{ companyId: string; now: string }>) =>
  db
    .selectFrom('document')
    .select('body')
    .where('company_id', '=', p.companyId)
    .where('projection', '=', sql.lit(projection))
    .where('generation', '=', liveOf(p.companyId, projection).select('generation'))
    .where(passing, '<', p.now)
    .orderBy(sql`md5(key || ${p.now})`)
    .limit(mostJobs)
    .$narrowType<{ body: PassedRow }>(),
)

/** The companies with deadlines that have passed and are not recorded, without these. */
export async function readCompaniesPassed(pool: pg.Pool, now: string, without: readonly string[]): Promise<string[]> {
  return (await rowsOf(pool, companiesPassed({ now, without: [...without] }))).map((one) => one.companyId)
}

/** When the next deadline passes in any company. */
export async function readNextPassing(pool: pg.Pool, now: string): Promise<string | undefined> {
  return (await rowsOf(pool, nextPassing({ now })))[0]?.due
}

export async function readPassed(pool: pg.Pool, companyId: string, now: string): Promise<PassedRow[]> {
  const [rows] = await readInCompany(pool, companyId, [passed({ companyId, now })])
  return rows.rows.map((one) => one.body)
}
