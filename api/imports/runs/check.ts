import { sql } from 'kysely'
import type pg from 'pg'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { sourceOf } from '#api/imports/rows/file-rows.ts'
import { importFile } from '#api/imports/rows/import-file.ts'
import { refusingRepeats } from '#api/imports/rows/repeats.ts'
import type { ImportedJob } from '#api/imports/rows/row-commands.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { refusalOfNewJob } from '#core/company/plan-rules.ts'
import { dayOrderIn, unclearDay } from '#core/imports/day-question.ts'
import type { Mapping } from '#core/imports/mapping.ts'
import type { RefusedLine } from '#core/imports/orders.ts'
import type { Role } from '#core/model/messages.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { type ImportCheck, type ImportPlan, importLimits } from '#core/wire/imports.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { intoLedger } from './into-ledger.ts'
import { namespaceOf } from './namespaces.ts'

/** The person who imports, and the context for their commands. A dry run throws the signal's reason once it is aborted. */
export type Importer = {
  context: CommandContext
  actor: { companyId: string; userId: string; role: Role }
  signal: AbortSignal
}

/** Today in the company's time zone, for rows without a date. */
export async function todayOf({ pool, now }: Pick<CommandContext, 'pool' | 'now'>, companyId: string): Promise<string> {
  const company = await readCompanyNow(pool, companyId)
  return wallClock(now().toISOString(), company?.timeZone ?? defaultTimeZone).day
}

/** A dry run: the jobs that would be imported and the rows that would be refused. Nothing is saved. */
export async function dryRun(file: Uint8Array, plan: ImportPlan, { context, actor, signal }: Importer) {
  const { pool, now } = context
  const jobs: ImportedJob[] = []
  const report = await importFile(sourceOf(file, plan), {
    ...readingOf(plan),
    ...actor,
    ...intoLedger(context, actor),
    namespace: await namespaceOf(pool, actor.companyId),
    today: await todayOf(context, actor.companyId),
    now: now().toISOString(),
    dryRun: true,
    batchSize: 500,
    refusalOf: refusingRepeats(pool, actor.companyId),
    onJob: (job) => void jobs.push(job),
    onBatch: async () => {
      signal.throwIfAborted()
      return 'go on'
    },
  })
  return { ...report, jobs }
}

/** How an import's rows are read: the chosen mapping without fields that have no column, and the order of its dates. */
export const readingOf = (plan: ImportPlan) => ({
  mapping: mappingIn(plan),
  dayOrder: dayOrderIn(plan),
  corrections: plan.corrections,
  oneJobPerOrder: plan.oneJobPerOrder,
})

/** The chosen mapping, without fields that have no column. */
export const mappingIn = ({ mapping }: Pick<ImportPlan, 'mapping'>): Mapping =>
  Object.fromEntries(Object.entries(mapping).filter(([, columns]) => columns.length > 0))

/** The result of a dry run, for the screen. */
export async function checkImport(file: Uint8Array, plan: ImportPlan, importer: Importer): Promise<ImportCheck> {
  const { pool, now } = importer.context
  const { companyId } = importer.actor
  const company = await readCompanyNow(pool, companyId)
  const ended = refusalOfNewJob(company?.office, now().toISOString())
  const mapping = mappingIn(plan)
  const blocked = ended?.error ?? missing(plan)
  if (blocked !== undefined) return { ...nothing, blocked }
  const { jobs, refused, tasks, sameOrders } = await dryRun(file, plan, importer)
  const sites = distinct(jobs.map((job) => job.site))
  const agencies = distinct(jobs.map((job) => job.agency))
  const [knownSites, knownAgencies] = await Promise.all([
    countKnown(pool, companyId, 'apartments', sites),
    countKnown(pool, companyId, 'agencies', agencies),
  ])
  return {
    ready: jobs.length,
    tasks,
    sameOrders,
    sites: { all: sites.length, new: sites.length - knownSites },
    agencies: { all: agencies.length, new: agencies.length - knownAgencies },
    refused: refused.length,
    refusedRows: namedRows(refused, mapping).slice(0, importLimits.named),
  }
}

/** What must be chosen before anything can be imported. */
function missing(plan: ImportPlan): string | undefined {
  if (!mappingIn(plan).apartmentName) return 'No column goes to Apartment Name. Choose the one with the sites.'
  const unclear = unclearDay(plan)
  return unclear && `Nothing in the file shows whether ${unclear} has the day or the month first. Choose one.`
}

const none = { all: 0, new: 0 }
const nothing: ImportCheck = { ready: 0, sites: none, agencies: none, refused: 0, refusedRows: [] }

const distinct = (names: readonly string[]) => [
  ...new Set(names.map((one) => one.trim().toLowerCase()).filter(Boolean)),
]

async function countKnown(pool: pg.Pool, companyId: string, list: 'apartments' | 'agencies', names: readonly string[]) {
  const [{ rows }] = await readInCompany(pool, companyId, [known[list]({ companyId, names })])
  return rows[0]?.count ?? 0
}

const countNames = (list: 'apartments' | 'agencies') =>
  statement(`import-known-${list}`, (p: Parameters<{ companyId: string; names: readonly string[] }>) =>
    db
      .selectFrom('document')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('company_id', '=', p.companyId)
      .where('projection', '=', list)
      .where('generation', '=', liveOf(p.companyId, list).select('generation'))
      .where((document) => document('key', '=', document.fn.any(p.names))),
  )
const known = { apartments: countNames('apartments'), agencies: countNames('agencies') }

/** The longest text that can be corrected, in characters; see core/wire/imports.ts. */
const longestValue = 5_000

/** Refused rows with the column and text at fault, and how many share them. */
function namedRows(refused: readonly RefusedLine[], mapping: Mapping): ImportCheck['refusedRows'] {
  const named = refused.map(({ line, reason, field, value = '' }) => {
    const column = field ? (mapping[field]?.join(', ') ?? '') : ''
    return { line, column, value: value.slice(0, longestValue).toWellFormed(), reason, ...(field ? { field } : {}) }
  })
  const sameOf = ({ column, value }: { column: string; value: string }) => JSON.stringify([column, value])
  const counts = new Map<string, number>()
  for (const row of named) counts.set(sameOf(row), (counts.get(sameOf(row)) ?? 0) + 1)
  return named.map((row) => ({ ...row, same: row.column ? (counts.get(sameOf(row)) ?? 1) : 1 }))
}
