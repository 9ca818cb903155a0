import { sql } from 'kysely'
import type pg from 'pg'
import { type Comparison, rebuilding, type StuckAt } from '#core/wire/projections.ts'
import type { RunState } from '#core/wire/replay/run-states.ts'
import { type Parameters, rowsOf, statement, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { companyHead } from '#ledger/log/read.ts'
import { type RunRecord, runColumns } from '#ledger/read-models/replay-runs.ts'
import { namesOf, type Release, type ReleaseNames } from '#projector/rows/release.ts'
import type { Built } from './build.ts'

const most = 8

/** Which end of the queue: requests by people and small companies at the front, large companies at the back. */
export type QueueEnd = 'front' | 'back'

/** Rebuilds are left in the queue while they may not be carried out. */
export type Queue = { end: QueueEnd; mayRebuild: boolean }

/** Some runs that this release can execute; other processes may already be executing them. */
export const runnableRuns = (client: pg.Pool | pg.ClientBase, release: Release, queue: Queue): Promise<RunRecord[]> =>
  rowsOf(client, queuedRuns(queue, namesOf(release)))

const queuedRuns = statementByShape('open-runs', (p: Parameters<ReleaseNames>, { end, mayRebuild }: Queue) => {
  const direction = end === 'front' ? 'asc' : 'desc'
  return db
    .selectFrom('replay_run')
    .select(runColumns)
    .where('state', 'in', ['waiting', 'running'])
    .$if(!mayRebuild, (runs) => runs.where('kind', 'not in', rebuilding))
    .where(({ fn }) => fn<boolean>('is_known', ['projections', 'versions', p.names, p.versions]))
    .orderBy((run) => run('started_by', '<>', 'person'), direction)
    .orderBy('events_total', direction)
    .limit(most)
})

/** Claims a run, whose build lock is held; undefined if it has since ended or been paused. */
export async function claimRun(client: pg.ClientBase, { companyId, runId }: RunRecord): Promise<RunRecord | undefined> {
  // A read of its own: while a change also reads another table, Citus blocks every other change to the company's part of this one.
  const [head] = await rowsOf(client, companyHead({ companyId }))
  const [run] = await rowsOf(client, claimedRun({ companyId, runId, eventsTotal: head?.seq ?? 0 }))
  return run
}

type RunKey = { companyId: string; runId: string }

const claimedRun = statement('claim-run', (p: Parameters<RunKey & { eventsTotal: number }>) =>
  db
    .updateTable('replay_run')
    .set(({ fn, ref }) => ({
      state: 'running',
      updated_at: sql`statement_timestamp()`,
      // The earlier of the two, where there are two: Citus wants no such function inside a COALESCE.
      began_at: fn<string>('least', [ref('began_at'), sql<string>`statement_timestamp()`]),
      events_total: p.eventsTotal,
    }))
    .where('company_id', '=', p.companyId)
    .where('run_id', '=', p.runId)
    .where('state', 'in', ['waiting', 'running'])
    .returning(runColumns),
)

/** Returns a claimed run to the queue. */
export const releaseRun = (client: pg.Pool | pg.ClientBase, { companyId, runId }: RunRecord) =>
  client.query(releasedRun({ companyId, runId }))

const releasedRun = statement('release-run', (p: Parameters<RunKey>) =>
  db
    .updateTable('replay_run')
    .set({ state: 'waiting', rate: 0, updated_at: sql`statement_timestamp()` })
    .where('company_id', '=', p.companyId)
    .where('run_id', '=', p.runId)
    .where('state', '=', 'running'),
)

/** The state of a run that a worker is executing; undefined if the run is gone. */
export async function readRunState(
  client: pg.ClientBase,
  { companyId, runId }: RunRecord,
): Promise<RunState | undefined> {
  const [run] = await rowsOf(client, stateOfRun({ companyId, runId }))
  return run?.state
}

const stateOfRun = statement('state-of-run', (p: Parameters<RunKey>) =>
  db.selectFrom('replay_run').select('state').where('company_id', '=', p.companyId).where('run_id', '=', p.runId),
)

export type RunResult = {
  state: Extract<RunState, 'done' | 'failed'>
  failed?: Built['failed']
  comparisons?: Comparison[]
}

/** Ends a run; false if somebody has paused or cancelled it before. */
export async function endRun(client: pg.Pool | pg.ClientBase, run: RunRecord, result: RunResult): Promise<boolean> {
  const { state, failed = [], comparisons } = result
  const { companyId, runId } = run
  const errors = JSON.stringify(await withEvents(client, companyId, failed))
  const { rowCount } = await client.query(
    endedRun({ companyId, runId, state, errors, comparisons: comparisons ? JSON.stringify(comparisons) : null }),
  )
  return rowCount === 1
}

type EndedRun = RunKey & { state: RunResult['state']; errors: string; comparisons: string | null }

const endedRun = statement('end-run', (p: Parameters<EndedRun>) =>
  db
    .updateTable('replay_run')
    .set(({ eb, ref }) => ({
      state: p.state,
      errors: p.errors,
      comparisons: p.comparisons,
      rate: 0,
      updated_at: sql`statement_timestamp()`,
      ended_at: sql`statement_timestamp()`,
      events_done: eb.case().when(p.state, '=', 'done').then(ref('events_total')).else(ref('events_done')).end(),
    }))
    .where('company_id', '=', p.companyId)
    .where('run_id', '=', p.runId)
    .where('state', 'in', ['waiting', 'running']),
)

/** Failures with what is known of their events. */
async function withEvents(
  client: pg.Pool | pg.ClientBase,
  companyId: string,
  failed: Built['failed'],
): Promise<(StuckAt & { projection: string })[]> {
  if (failed.length === 0) return []
  const events = await rowsOf(client, eventsAt({ companyId, seqs: failed.map((one) => one.seq) }))
  return failed.map((one) => ({ ...one, ...events.find((event) => event.seq === one.seq) }))
}

const eventsAt = statement('events-of-failures', (p: Parameters<{ companyId: string; seqs: readonly number[] }>) =>
  db
    .selectFrom('event')
    .select(['seq', 'type', 'stream', 'stream_id as streamId'])
    .where('company_id', '=', p.companyId)
    .where(({ eb, fn }) => eb('seq', '=', fn.any(p.seqs))),
)
