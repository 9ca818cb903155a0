import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { RunKind } from '#core/wire/projections.ts'
import { openRunStates, type RunState } from '#core/wire/replay/run-states.ts'
import { inTransaction } from '#ledger/database/connect.ts'
import { equalsOrNull } from '#ledger/database/equals-or-null.ts'
import { type Parameters, statement, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isErased } from './erased-companies.ts'
import type { RunRecord } from './replay-runs.ts'

/** A request for a run: which projections, in which versions, and for whom. */
export type RunRequest = {
  kind: RunKind
  projections: readonly { name: string; version: number }[]
  startedBy: RunRecord['startedBy']
  userId?: string
  keeps?: boolean
}

/**
 * Records a request for one company, which a projector will carry out; ring `fettle_runs` after the commit. Undefined if one of
 * the projections already has an open run. Runs in the caller's transaction and waits for concurrent requests.
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

/** Waits for other run requests of the company and blocks further ones until the transaction ends. */
export const lockRuns = (client: pg.ClientBase, companyId: string) => client.query(runLock({ companyId }))

const runLock = statement('lock-runs', (p: Parameters<{ companyId: string }>) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended('fettle runs ' || ${p.companyId}::text, 0))`.as('locked')),
)

/**
 * As {@link requestRun} for all companies, under one id and in a transaction of its own. Companies in which one of the projections
 * already has an open run are left out.
 */
export const requestRunForAll = (pool: pg.Pool, request: RunRequest) =>
  inTransaction(pool, async (client) => {
    // Requests for one company write to the table: this waits for those in progress and blocks new ones.
    await client.query('lock table replay_run in share row exclusive mode')
    return insertRuns(client, request, null)
  })

async function insertRuns(client: pg.ClientBase, request: RunRequest, companyId: string | null) {
  const { kind, projections, startedBy, userId = null, keeps = true } = request
  const runId = randomUUID()
  const { rowCount } = await client.query(
    newRuns({
      companyId,
      runId,
      kind,
      projections: projections.map((one) => one.name),
      versions: projections.map((one) => one.version),
      keeps,
      startedBy,
      userId,
    }),
  )
  return { runId: rowCount ? runId : undefined, companies: rowCount ?? 0 }
}

type NewRuns = Pick<RunRecord, 'runId' | 'kind' | 'projections' | 'versions' | 'keeps' | 'startedBy' | 'userId'> & {
  /** All companies if null. */
  companyId: string | null
}

const now = sql<string>`statement_timestamp()`

const newRuns = statement('request-runs', (p: Parameters<NewRuns>) =>
  db
    .insertInto('replay_run')
    .columns([
      'company_id',
      'run_id',
      'kind',
      'projections',
      'versions',
      'keeps',
      'started_by',
      'user_id',
      'events_total',
      'created_at',
      'updated_at',
    ])
    .expression((query) =>
      query
        .selectFrom('company_head as head')
        .select([
          'head.company_id',
          p.runId.as('run_id'),
          p.kind.as('kind'),
          p.projections.as('projections'),
          p.versions.as('versions'),
          p.keeps.as('keeps'),
          p.startedBy.as('started_by'),
          p.userId.as('user_id'),
          'head.seq',
          // Named, as a default that is another at each row cannot be computed by several machines.
          now.as('created_at'),
          now.as('updated_at'),
        ])
        .where(({ ref }) => equalsOrNull(ref('head.company_id'), p.companyId, 'uuid'))
        .where(({ not }) => not(isErased('head.company_id')))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('replay_run as other')
                .select('other.run_id')
                .whereRef('other.company_id', '=', 'head.company_id')
                .where('other.state', 'in', openRunStates)
                .where('other.projections', '&&', p.projections),
            ),
          ),
        ),
    ),
)

/** The changes to an open run: from which states, to which state. */
const changes = {
  pause: { from: ['waiting', 'running'], to: 'paused' },
  resume: { from: ['paused'], to: 'waiting' },
  cancel: { from: openRunStates, to: 'cancelled' },
} as const
export type RunChange = keyof typeof changes

/** Which runs: one, those of a projection, those of a company. Omitted fields do not narrow the choice. */
export type RunFilter = { runId?: string; companyId?: string; projection?: string }

/** Changes the matching open runs; returns how many were in a state that allows it. A builder notices between two batches. */
export async function changeRuns(
  client: pg.ClientBase | pg.Pool,
  change: RunChange,
  { runId, companyId, projection }: RunFilter,
): Promise<number> {
  const filter = { runId: runId ?? null, companyId: companyId ?? null, projection: projection ?? null }
  const { from, to } = changes[change]
  const { rowCount } = await client.query(changedRuns(to, { ...filter, from }))
  return rowCount ?? 0
}

type ChangedRuns = {
  runId: string | null
  companyId: string | null
  projection: string | null
  from: readonly RunState[]
}

const changedRuns = statementByShape('change-runs', (p: Parameters<ChangedRuns>, to: RunState) =>
  db
    .updateTable('replay_run')
    .set({ state: to, rate: 0, updated_at: now, ended_at: to === 'cancelled' ? now : null })
    .where('state', 'in', openRunStates)
    .where(({ eb, fn }) => eb('state', '=', fn.any(p.from)))
    .where(({ ref }) => equalsOrNull(ref('run_id'), p.runId, 'uuid'))
    .where(({ ref }) => equalsOrNull(ref('company_id'), p.companyId, 'uuid'))
    .where(({ eb, or, cast, fn }) =>
      or([eb(cast(p.projection, 'text'), 'is', null), eb(p.projection, '=', fn.any('projections'))]),
    ),
)
