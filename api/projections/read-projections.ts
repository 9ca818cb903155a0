import { sql } from 'kysely'
import type pg from 'pg'
import { nameIn, type People, peopleOf, peopleQueries } from '#api/reads/people.ts'
import { projections } from '#core/projections/projections.ts'
import type { ComparisonAnswer, ProjectionRun, ProjectionsAnswer } from '#core/wire/projections.ts'
import { inSnapshotOf } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventColumns, storedEvent } from '#ledger/log/read.ts'
import { type RunRecord, readComparison, readRuns, toProjectionRun } from '#ledger/read-models/replay-runs.ts'
import { checkpointsOfCompany } from './checkpoints-of-company.ts'
import { type ProjectionsSnapshot, projectionStatuses, ratesOf, recentSeconds } from './projection-status.ts'

const mostRuns = 20
/** Rates are calculated from at most this many of the newest events. */
const mostRecent = 2_000

/** The state of a company's projections, and their runs. */
export const readProjections = (
  pool: pg.Pool,
  companyId: string,
  now: Date,
): Promise<Omit<ProjectionsAnswer, 'failing'>> =>
  inSnapshotOf(pool, companyId, async (client) => {
    const [head] = await rowsOf(client, headOf({ companyId }))
    const since = new Date(now.getTime() - recentSeconds * 1_000).toISOString()
    const recent = await rowsOf(client, recentEvents({ companyId, after: (head?.seq ?? 0) - mostRecent, since }))
    const found: ProjectionsSnapshot = {
      now,
      head: head?.seq ?? 0,
      checkpoints: await rowsOf(client, checkpointsOfCompany({ companyId })),
      runs: await readRuns(client, companyId, mostRuns),
      recent: recent.map(storedEvent),
    }
    const people = await peopleOfCompany(client, companyId)
    return {
      ledger: { epoch: head?.epoch ?? 0, events: found.head, rate: ratesOf(undefined, found.recent, now).at(-1) ?? 0 },
      projections: projectionStatuses(found),
      runs: found.runs.map((one) => toProjectionRun(one, nameOf(one, people))),
    }
  })

/** A company's open runs and its newest ended ones. */
export const readRunsOf = (pool: pg.Pool, companyId: string): Promise<ProjectionRun[]> =>
  inSnapshotOf(pool, companyId, async (client) => {
    const runs = await readRuns(client, companyId, mostRuns)
    const people = await peopleOfCompany(client, companyId)
    return runs.map((one) => toProjectionRun(one, nameOf(one, people)))
  })

/** The last comparison of a projection. Of personal rows it holds only those of `userId`. */
export const readLastComparison = (
  pool: pg.Pool,
  { companyId, userId }: { companyId: string; userId: string },
  name: string,
): Promise<ComparisonAnswer | undefined> =>
  inSnapshotOf(pool, companyId, async (client) => {
    const last = await readComparison(client, companyId, name)
    if (!last) return undefined
    const [kept] = await rowsOf(client, keptComparison({ companyId, projection: name, runId: last.runId }))
    const isOwn = projections.find((one) => one.name === name)?.audience === 'own'
    const { differences } = last.comparison
    return {
      ...last,
      standing: kept !== undefined,
      ...(kept ? { until: kept.until } : {}),
      comparison: {
        ...last.comparison,
        differences: isOwn ? differences.filter((one) => one.key === userId) : differences,
      },
    }
  })

const headOf = statement('head-of-projections', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('company_head').select(['epoch', 'seq']).where('company_id', '=', p.companyId),
)

const recentEvents = statement('recent-events', (p: Parameters<{ companyId: string; after: number; since: string }>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('seq', '>', p.after)
    .where('recorded_at', '>', p.since)
    .orderBy('seq'),
)

const keptComparison = statement(
  'kept-comparison',
  (p: Parameters<{ companyId: string; projection: string; runId: string }>) =>
    db
      .selectFrom('checkpoint')
      .select('expires_at as until')
      .$narrowType<{ until: string }>()
      .where('company_id', '=', p.companyId)
      .where('projection', '=', p.projection)
      .where('status', '=', 'compared')
      .where('run_id', '=', p.runId)
      .where('expires_at', '>', sql<string>`now()`),
)

async function peopleOfCompany(client: pg.ClientBase, companyId: string): Promise<People> {
  const [accounts, details] = peopleQueries(companyId)
  return peopleOf([...(await rowsOf(client, accounts)), ...(await rowsOf(client, details))])
}

const nameOf = ({ userId }: RunRecord, people: People) => nameIn(people, userId)
