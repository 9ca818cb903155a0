import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import type { Comparison, ProjectionRun, RunKind } from '#core/wire/projections.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect, inTransaction } from '#ledger/database/connect.ts'
import { isOpenRun, requestRun, requestRunForAll } from '#ledger/read-models/replay-runs.ts'
import { runReplays } from '#projector/replay/replay-worker.ts'
import type { Release } from '#projector/rows/checkpoints.ts'

const betweenLooks = 300
/** Companies at a time: while the database writes the rows of one, the next is folded. */
const builders = 3

export type RunWanted = {
  kind: RunKind
  projections: Release
  /** All of them when missing. */
  companyId?: string
  keeps: boolean
}
export type RunProgress = Pick<ProjectionRun, 'events' | 'companies'> & { rate: number; secondsLeft: number }
export type RunDone = RunProgress & {
  runId?: string
  seconds: number
  /** Companies where one of the projections has an open run already. */
  busy: string[]
  failed: (ProjectionRun['errors'][number] & { companyId: string })[]
  /** Companies where somebody has cancelled it. */
  cancelled: string[]
  comparisons: (Comparison & { companyId: string })[]
}

/**
 * Asks for a run and carries it out, together with the projectors that are there. When this process is ended, they go on with
 * it, or the next one that is started does.
 */
export async function carryOutRun(
  databaseUrl: string,
  { kind, projections, companyId, keeps }: RunWanted,
  onProgress: (progress: RunProgress) => void,
): Promise<RunDone> {
  const pool = connect(databaseUrl, 'fettle_projector', { max: 4, queryTimeout: 60_000 })
  const bell = openBell(databaseUrl)
  const logger = pino({ level: 'warn', base: null }, pino.destination(2))
  const begun = performance.now()
  try {
    const asked = { kind, projections, startedBy: 'operator', keeps } as const
    const runId = companyId
      ? await inTransaction(pool, (client) => requestRun(client, companyId, asked))
      : (await requestRunForAll(pool, asked)).runId
    const replays = runReplays({ pool, bell, logger, builders })
    try {
      while (runId !== undefined) {
        const { open, ...progress } = await progressOf(pool, runId)
        onProgress(progress)
        if (open === 0) break
        await sleep(betweenLooks)
      }
    } finally {
      await replays.stop()
    }
    return await resultOf(pool, runId, companyId, (performance.now() - begun) / 1_000)
  } finally {
    await Promise.all([bell.close(), pool.end()])
  }
}

async function progressOf(pool: pg.Pool, runId: string | undefined): Promise<RunProgress & { open: number }> {
  const { rows } = await pool.query<{ all: number; open: number; done: number; total: number; rate: number }>(
    `select count(*) "all", count(*) filter (where ${isOpenRun}) open, coalesce(sum(events_done), 0)::bigint done,
        coalesce(sum(events_total), 0)::bigint total, coalesce(sum(rate) filter (where state = 'running'), 0)::float8 rate
      from replay_run where run_id = $1`,
    [runId ?? null],
  )
  const { all = 0, open = 0, done = 0, total = 0, rate = 0 } = rows[0] ?? {}
  return {
    open,
    events: { done, total },
    companies: { done: all - open, total: all },
    rate,
    secondsLeft: rate > 0 ? (total - done) / rate : 0,
  }
}

type EndedRow = { companyId: string; state: string; errors: ProjectionRun['errors']; comparisons: Comparison[] | null }

async function resultOf(
  pool: pg.Pool,
  runId: string | undefined,
  companyId: string | undefined,
  seconds: number,
): Promise<RunDone> {
  const { open: _, ...progress } = await progressOf(pool, runId)
  const { rows } = await pool.query<EndedRow>(
    `select company_id "companyId", state, errors, comparisons from replay_run where run_id = $1 order by company_id`,
    [runId ?? null],
  )
  const { rows: left } = await pool.query<{ company_id: string }>(
    `select company_id from company_head where ($1::uuid is null or company_id = $1)
      and company_id not in (select company_id from replay_run where run_id = $2)`,
    [companyId ?? null, runId ?? null],
  )
  const each = <T>(of: (row: EndedRow) => readonly T[] | null) =>
    rows.flatMap((row) => (of(row) ?? []).map((one) => ({ companyId: row.companyId, ...one })))
  return {
    ...progress,
    rate: progress.events.done / seconds,
    ...(runId === undefined ? {} : { runId }),
    seconds,
    busy: runId === undefined && companyId ? [companyId] : left.map((one) => one.company_id),
    failed: each((row) => row.errors),
    cancelled: rows.filter((row) => row.state === 'cancelled').map((row) => row.companyId),
    comparisons: each((row) => row.comparisons),
  }
}
