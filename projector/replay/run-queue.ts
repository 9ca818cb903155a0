import type pg from 'pg'
import type { Comparison, RunState, StuckAt } from '#core/wire/projections.ts'
import { type RunRecord, runColumns } from '#ledger/read-models/replay-runs.ts'
import { ofRelease, pairs, type Release } from '#projector/rows/checkpoints.ts'
import type { Built } from './build.ts'

const most = 8

/** From which end of what is open: what people wait for and the small companies, or the large ones. */
export type End = 'front' | 'back'

/** Some runs that this release can carry out; others may be at them. */
export async function runnableRuns(db: pg.Pool | pg.ClientBase, release: Release, end: End): Promise<RunRecord[]> {
  const direction = end === 'front' ? 'asc' : 'desc'
  const { rows } = await db.query<RunRecord>({
    name: `open-runs ${end}`,
    text: `select ${runColumns} from replay_run
      where state in ('waiting', 'running') and not exists (
        select from unnest(projections, versions) wanted (projection, version)
        where (wanted.projection, wanted.version) not in (select * from ${ofRelease}))
      order by (started_by <> 'person') ${direction}, events_total ${direction} limit ${most}`,
    values: pairs(release),
  })
  return rows
}

/** Takes a run, whose build lock is held; undefined when it has ended or was paused meanwhile. */
export async function claimRun(client: pg.ClientBase, { companyId, runId }: RunRecord): Promise<RunRecord | undefined> {
  const { rows } = await client.query<RunRecord>({
    name: 'take-run',
    text: `update replay_run set state = 'running', updated_at = clock_timestamp(),
        began_at = coalesce(began_at, clock_timestamp()),
        events_total = (select seq from company_head where company_head.company_id = replay_run.company_id)
      where company_id = $1 and run_id = $2 and state in ('waiting', 'running') returning ${runColumns}`,
    values: [companyId, runId],
  })
  return rows[0]
}

/** Leaves a run to whoever has time for it. */
export const releaseRun = (db: pg.Pool | pg.ClientBase, { companyId, runId }: RunRecord) =>
  db.query({
    name: 'give-back-run',
    text: `update replay_run set state = 'waiting', rate = 0, updated_at = clock_timestamp()
      where company_id = $1 and run_id = $2 and state = 'running'`,
    values: [companyId, runId],
  })

export type Ending = {
  state: Extract<RunState, 'done' | 'failed'>
  failed?: Built['failed']
  comparisons?: Comparison[]
}

/** Ends a run; false when somebody has paused or cancelled it before. */
export async function endRun(client: pg.Pool | pg.ClientBase, run: RunRecord, ending: Ending): Promise<boolean> {
  const { state, failed = [], comparisons } = ending
  const { rowCount } = await client.query({
    name: 'end-run',
    text: `update replay_run set state = $3, errors = $4, comparisons = $5, rate = 0, updated_at = clock_timestamp(),
        ended_at = clock_timestamp(), events_done = case when $3 = 'done' then events_total else events_done end
      where company_id = $1 and run_id = $2 and state in ('waiting', 'running')`,
    values: [
      run.companyId,
      run.runId,
      state,
      JSON.stringify(await withEvents(client, run.companyId, failed)),
      comparisons ? JSON.stringify(comparisons) : null,
    ],
  })
  return rowCount === 1
}

/** Failures with what is known of their events. */
async function withEvents(
  client: pg.Pool | pg.ClientBase,
  companyId: string,
  failed: Built['failed'],
): Promise<(StuckAt & { projection: string })[]> {
  if (failed.length === 0) return []
  const { rows } = await client.query<{ seq: number; type: string; stream: string; streamId: string }>({
    text: 'select seq, type, stream, stream_id "streamId" from event where company_id = $1 and seq = any ($2)',
    values: [companyId, failed.map((one) => one.seq)],
  })
  return failed.map((one) => ({ ...one, ...rows.find((row) => row.seq === one.seq) }))
}
