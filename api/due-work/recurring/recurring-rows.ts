import { type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import { type DueRows, dueRows, mostCompanies } from '#api/due-work/due-rows.ts'
import type { RecurringJob } from '#core/projections/recurring/recurring-jobs.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'

/** The pieces of work of a company that are looked at in one go. */
const mostOfCompany = 20

const work = { projection: 'recurring-work', time: sql<string>`body ->> 'makeAt'` }
const checks = { projection: 'recurring-jobs', time: sql<string>`body ->> 'toRecord'` }
type Asked = Parameters<{ now: string; without: string[] }>
const companiesOf = (kind: DueRows) => (p: Asked) =>
  dueRows(kind)
    .select('document.company_id as companyId')
    .distinct()
    .where(kind.time, '<=', p.now)
    .where((row) => row.not(row('document.company_id', '=', row.fn.any(p.without))))
    .limit(mostCompanies)

const companiesMaking = statement('companies-with-recurring-work', companiesOf(work))
const companiesChecked = statement('companies-with-checks-done', companiesOf(checks))

const nextMaking = statement('next-recurring-work', (p: Parameters<{ now: string }>) =>
  dueRows(work).select(work.time.as('due')).where(work.time, '>', p.now).orderBy(work.time).limit(1),
)

type OfCompany = Parameters<{ companyId: string; now: string }>
/** Those of a company in an order that each look shuffles: if the oldest came first, as many that always fail would keep the rest out. */
const dueOf = ({ projection, time }: DueRows, p: OfCompany) =>
  db
    .selectFrom('document')
    .where('company_id', '=', p.companyId)
    .where('projection', '=', sql.lit(projection))
    .where('generation', '=', liveOf(p.companyId, projection).select('generation'))
    .where(sql<SqlBool>`${time} <= ${p.now}`)
    .orderBy(sql`md5(key || ${p.now})`)
    .limit(mostOfCompany)

const toMake = statement('recurring-work-to-make', (p: OfCompany) => dueOf(work, p).select('key'))
const toRecord = statement('checks-to-record', (p: OfCompany) =>
  dueOf(checks, p).select('body').$narrowType<{ body: RecurringJob }>(),
)

/** The companies in which jobs are to be made, or checks to be recorded, without these. */
export async function readCompaniesWithRecurring(pool: pg.Pool, now: string, without: readonly string[]) {
  const asked = { now, without: [...without] }
  const found = await Promise.all([rowsOf(pool, companiesMaking(asked)), rowsOf(pool, companiesChecked(asked))])
  return [...new Set(found.flat().map((one) => one.companyId))]
}

/** When the next job is to be made in any company. */
export async function readNextMaking(pool: pg.Pool, now: string): Promise<string | undefined> {
  return (await rowsOf(pool, nextMaking({ now })))[0]?.due
}

/** Some of the recurring work of a company whose jobs are to be made, and of its checks that were done. */
export async function readRecurringDue(pool: pg.Pool, companyId: string, now: string) {
  const [making, checked] = await readInCompany(pool, companyId, [
    toMake({ companyId, now }),
    toRecord({ companyId, now }),
  ])
  return { ids: making.rows.map((one) => one.key), checks: checked.rows.map((one) => one.body) }
}
