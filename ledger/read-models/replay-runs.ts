import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Comparison, ProjectionRun, RowCounts, RunKind, RunState } from '#core/wire/projections.ts'
import { inTransaction } from '#ledger/database/connect.ts'

/** A run of projections in one company, as the database keeps it. */
export type RunRecord = {
  companyId: string
  runId: string
  kind: RunKind
  state: RunState
  projections: string[]
  versions: number[]
  /** Whether what was built, or what was live before, stays for a while. */
  keeps: boolean
  startedBy: 'person' | 'operator' | 'upgrade'
  userId: string | null
  eventsDone: number
  eventsTotal: number
  rate: number
  errors: ProjectionRun['errors']
  counts: RowCounts | null
  createdAt: string
  endedAt: string | null
}

/** Its columns, without what was found by a comparison. */
export const runColumns = `
  company_id "companyId", run_id "runId", kind, state, projections, versions, keeps, started_by "startedBy", user_id "userId",
  events_done "eventsDone", events_total "eventsTotal", rate, errors, created_at "createdAt", ended_at "endedAt",
  (select jsonb_build_object('same', sum((one->'counts'->>'same')::bigint), 'changed', sum((one->'counts'->>'changed')::bigint),
      'added', sum((one->'counts'->>'added')::bigint), 'removed', sum((one->'counts'->>'removed')::bigint))
    from jsonb_array_elements(comparisons) one where jsonb_array_length(comparisons) > 0) counts`

/** The condition for a run that has not ended. */
export const isOpenRun = `state in ('waiting', 'running', 'paused')`

/** What is asked: of which projections, in which versions, and in whose name. */
export type RunRequest = {
  kind: RunKind
  projections: readonly { name: string; version: number }[]
  startedBy: RunRecord['startedBy']
  userId?: string
  keeps?: boolean
}

/**
 * Writes down what is asked of one company, to be carried out by a projector; ring `fettle_runs` after the commit. Undefined when
 * one of the projections has an open run already. Runs in the caller's transaction, in which it waits for others who ask.
 */
export async function requestRun(
  client: pg.ClientBase,
  companyId: string,
  request: RunRequest,
): Promise<string | undefined> {
  await lockRuns(client, companyId)
  const { runId } = await insertRuns(client, request, companyId)
  return runId
}

/** Waits until nobody else is requesting runs of the company, and keeps them waiting until the transaction ends. */
export const lockRuns = (client: pg.ClientBase, companyId: string) =>
  client.query(`select pg_advisory_xact_lock(hashtextextended('fettle runs ' || $1::text, 0))`, [companyId])

/**
 * The same for all companies, under one id and in a transaction of its own; those that have an open run of one of the projections
 * are left out.
 */
export const requestRunForAll = (pool: pg.Pool, request: RunRequest) =>
  inTransaction(pool, async (client) => {
    // Whoever asks for one company writes into the table: this waits for them, and they for this.
    await client.query('lock table replay_run in share row exclusive mode')
    return insertRuns(client, request, null)
  })

async function insertRuns(client: pg.ClientBase, request: RunRequest, companyId: string | null) {
  const { kind, projections, startedBy, userId = null, keeps = true } = request
  const runId = randomUUID()
  const { rowCount } = await client.query({
    name: 'ask-runs',
    text: `insert into replay_run (company_id, run_id, kind, projections, versions, keeps, started_by, user_id, events_total)
      select company_id, $2, $3, $4, $5, $6, $7, $8, seq from company_head head
      where ($1::uuid is null or company_id = $1) and not exists (
        select from replay_run other
        where other.company_id = head.company_id and other.${isOpenRun} and other.projections && $4::text[])`,
    values: [
      companyId,
      runId,
      kind,
      projections.map((one) => one.name),
      projections.map((one) => one.version),
      keeps,
      startedBy,
      userId,
    ],
  })
  return { runId: rowCount ? runId : undefined, companies: rowCount ?? 0 }
}

/** What may be done to a run that is open: from which states, to which. */
const changes = {
  pause: { from: ['waiting', 'running'], to: 'paused' },
  resume: { from: ['paused'], to: 'waiting' },
  cancel: { from: ['waiting', 'running', 'paused'], to: 'cancelled' },
} as const
export type RunChange = keyof typeof changes

/** Which runs: one, those of a projection, those of a company; what is left out narrows nothing. */
export type RunFilter = { runId?: string; companyId?: string; projection?: string }

/** Changes the open runs that are meant; answers how many were in a state for it. A builder sees it between two batches. */
export async function changeRuns(
  client: pg.ClientBase | pg.Pool,
  change: RunChange,
  { runId, companyId, projection }: RunFilter,
): Promise<number> {
  const { from, to } = changes[change]
  const { rowCount } = await client.query({
    name: `${change}-runs`,
    text: `update replay_run set state = $4, rate = 0, updated_at = clock_timestamp(),
        ended_at = case when $4 = 'cancelled' then clock_timestamp() end
      where ${isOpenRun} and state = any ($5) and ($1::uuid is null or run_id = $1)
        and ($2::uuid is null or company_id = $2) and ($3::text is null or $3 = any (projections))`,
    values: [runId ?? null, companyId ?? null, projection ?? null, to, from],
  })
  return rowCount ?? 0
}

/** A company's open runs and the newest that ended. */
export async function readRuns(client: pg.ClientBase, companyId: string, most: number): Promise<RunRecord[]> {
  const { rows } = await client.query<RunRecord>({
    name: 'read-runs',
    text: `select ${runColumns} from replay_run where company_id = $1
      order by ${isOpenRun} desc, created_at desc limit $2`,
    values: [companyId, most],
  })
  return rows
}

/** The last comparison of a projection of a company that was finished. */
export async function readComparison(client: pg.ClientBase, companyId: string, projection: string) {
  const { rows } = await client.query<{ runId: string; comparedAt: string; comparison: Comparison }>({
    name: 'read-comparison',
    text: `select run_id "runId", ended_at "comparedAt", one comparison
      from replay_run, jsonb_array_elements(comparisons) one
      where company_id = $1 and kind = 'compare' and one->>'projection' = $2 order by ended_at desc limit 1`,
    values: [companyId, projection],
  })
  return rows[0]
}

/** A run as it is told. `username` is of the person who asked. */
export function toProjectionRun(run: RunRecord, username = ''): ProjectionRun {
  const { eventsDone, eventsTotal, rate, counts, endedAt } = run
  const left = Math.max(0, eventsTotal - eventsDone)
  const names = { person: username, operator: 'operator', upgrade: 'Fettle' }
  return {
    runId: run.runId,
    kind: run.kind,
    state: run.state,
    projections: run.projections.map((name, at) => ({ name, version: run.versions[at] ?? 0 })),
    events: { done: eventsDone, total: eventsTotal },
    companies: { done: endedAt === null ? 0 : 1, total: 1 },
    rate: Math.round(rate),
    ...(rate > 0 && run.state === 'running' ? { secondsLeft: Math.round(left / rate) } : {}),
    errors: run.errors,
    startedAt: run.createdAt,
    startedBy: names[run.startedBy],
    ...(endedAt === null ? {} : { endedAt }),
    ...(counts === null ? {} : { counts }),
  }
}

/** A run with all of its companies, or with its part of one. */
export type OpenRun = Pick<ProjectionRun, 'runId' | 'kind' | 'events' | 'companies' | 'rate'> & {
  projections: string[]
  secondsLeft: number
}

/** The runs that have not ended, oldest first. */
export async function readOpenRuns(pool: pg.Pool, companyId?: string): Promise<OpenRun[]> {
  const { rows } = await pool.query<OpenRun>(
    `select run_id "runId", kind, min(projections) projections,
        jsonb_build_object('done', sum(events_done), 'total', sum(events_total)) events,
        jsonb_build_object('done', count(*) filter (where not ${isOpenRun}), 'total', count(*)) companies,
        sum(rate)::float8 rate,
        coalesce(sum(events_total - events_done) filter (where ${isOpenRun}) / nullif(sum(rate), 0), 0)::float8 "secondsLeft"
      from replay_run where run_id in (select run_id from replay_run where ${isOpenRun})
        and ($1::uuid is null or company_id = $1)
      group by run_id, kind order by min(created_at)`,
    [companyId ?? null],
  )
  return rows
}
