import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import type { DatabaseDisk } from '#cli/database/open-database.ts'
import { type Comparison, type ProjectionRun, type RunKind, rebuilding } from '#core/wire/projections.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect, inTransaction } from '#ledger/database/connect.ts'
import type { DiskSpace, readDiskSpace } from '#ledger/database/disk-space.ts'
import { type Parameters, type RowOf, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isErased } from '#ledger/read-models/erased-companies.ts'
import { requestRun, requestRunForAll } from '#ledger/read-models/request-runs.ts'
import { watchRebuildSpace } from '#projector/replay/rebuild-space.ts'
import { runReplays } from '#projector/replay/replay-worker.ts'
import type { Release } from '#projector/rows/release.ts'

const pollEvery = 300
/** How many companies are built concurrently: while the database writes one company's rows, the next is folded. */
const builders = 3

export type RunWanted = {
  kind: RunKind
  projections: Release
  /** All companies if absent. */
  companyId?: string
  keeps: boolean
}
export type RunProgress = Pick<ProjectionRun, 'events' | 'companies'> & { rate: number; secondsLeft: number }
export type RunReport = {
  onProgress(progress: RunProgress): void
  /** Called when the run is held back by a nearly full disk, and with nothing once it goes on. */
  onHeld(disk: DiskSpace | undefined): void
}
export type RunDone = RunProgress & {
  runId?: string
  seconds: number
  /** Companies where one of the projections already has an open run. */
  busy: string[]
  failed: (ProjectionRun['errors'][number] & { companyId: string })[]
  /** Companies whose run somebody cancelled. */
  cancelled: string[]
  comparisons: (Comparison & { companyId: string })[]
}

/** `read` replaces the reading of the disk in tests. */
type WatchedDisk = DatabaseDisk & { read?: typeof readDiskSpace }

/**
 * Requests a run and carries it out, sharing the work with any running projectors. If this process ends first, they resume
 * the run, or the next one to start does. A run that writes rows beside the live ones waits while the database's disk is nearly full.
 */
export async function carryOutRun(
  databaseUrl: string,
  { kind, projections, companyId, keeps }: RunWanted,
  disk: WatchedDisk,
  { onProgress, onHeld }: RunReport,
): Promise<RunDone> {
  const pool = connect(databaseUrl, 'fettle_projector', { max: 4, queryTimeout: 60_000 })
  const bell = openBell(databaseUrl)
  const logger = pino({ level: 'warn', base: null }, pino.destination(2))
  const startedAt = performance.now()
  const space = await watchRebuildSpace({
    ...disk,
    onFault: (error) => logger.warn({ err: error }, 'the free space of the disk cannot be read'),
  })
  try {
    const request = { kind, projections, startedBy: 'operator', keeps } as const
    const runId = companyId
      ? await inTransaction(pool, (client) => requestRun(client, companyId, request))
      : (await requestRunForAll(pool, request)).runId
    const replays = runReplays({ pool, bell, logger, builders, mayRebuild: space.mayRebuild })
    let isHeld = false
    try {
      while (runId !== undefined) {
        const { open, ...progress } = await progressOf(pool, runId)
        onProgress(progress)
        // One that has gone on may be done by now.
        const held = rebuilding.includes(kind) && open > 0 ? space.held() : undefined
        if ((held !== undefined) !== isHeld) onHeld(held)
        isHeld = held !== undefined
        if (open === 0) break
        await sleep(pollEvery)
      }
    } finally {
      await replays.stop()
    }
    return await resultOf(pool, runId, companyId, (performance.now() - startedAt) / 1_000)
  } finally {
    space.stop()
    await Promise.all([bell.close(), pool.end()])
  }
}

const openStates = ['waiting', 'running', 'paused'] as const
const readProgress = statement('replay-run-progress', (p: Parameters<{ runId: string }>) =>
  db
    .selectFrom('replay_run')
    .select((e) => [
      e.fn.countAll<number>().as('all'),
      e.fn.countAll<number>().filterWhere('state', 'in', openStates).as('open'),
      e.cast<number>(e.fn.coalesce(e.fn.sum('events_done'), e.lit(0)), 'bigint').as('done'),
      e.cast<number>(e.fn.coalesce(e.fn.sum('events_total'), e.lit(0)), 'bigint').as('total'),
      e
        .cast<number>(e.fn.coalesce(e.fn.sum('rate').filterWhere('state', '=', 'running'), e.lit(0)), 'float8')
        .as('rate'),
    ])
    .where('run_id', '=', p.runId),
)

async function progressOf(pool: pg.Pool, runId: string | undefined): Promise<RunProgress & { open: number }> {
  const [progress] = runId === undefined ? [] : await rowsOf(pool, readProgress({ runId }))
  const { all = 0, open = 0, done = 0, total = 0, rate = 0 } = progress ?? {}
  return {
    open,
    events: { done, total },
    companies: { done: all - open, total: all },
    rate,
    secondsLeft: rate > 0 ? (total - done) / rate : 0,
  }
}

const readOutcomes = statement('replay-run-outcomes', (p: Parameters<{ runId: string }>) =>
  db
    .selectFrom('replay_run')
    .select((e) => [
      'company_id as companyId',
      'state',
      e.ref('errors').$castTo<ProjectionRun['errors']>().as('errors'),
      e.ref('comparisons').$castTo<Comparison[] | null>().as('comparisons'),
    ])
    .where('run_id', '=', p.runId)
    .orderBy('company_id'),
)
type Outcome = NonNullable<RowOf<ReturnType<typeof readOutcomes>>>

const readCompanies = statement('companies-to-replay', (p: Parameters<{ companyId: string | null }>) =>
  db
    .selectFrom('company_head')
    .select('company_id as companyId')
    .where((e) => e('company_id', '=', e.fn.coalesce(p.companyId, 'company_id')))
    .where(({ not }) => not(isErased('company_head.company_id'))),
)

async function resultOf(
  pool: pg.Pool,
  runId: string | undefined,
  companyId: string | undefined,
  seconds: number,
): Promise<RunDone> {
  const { open: _, ...progress } = await progressOf(pool, runId)
  const outcomes = runId === undefined ? [] : await rowsOf(pool, readOutcomes({ runId }))
  const companies = await rowsOf(pool, readCompanies({ companyId: companyId ?? null }))
  const replayed = new Set(outcomes.map((one) => one.companyId))
  const each = <T>(of: (outcome: Outcome) => readonly T[] | null) =>
    outcomes.flatMap((outcome) => (of(outcome) ?? []).map((one) => ({ companyId: outcome.companyId, ...one })))
  return {
    ...progress,
    rate: progress.events.done / seconds,
    ...(runId === undefined ? {} : { runId }),
    seconds,
    busy: companies.map((one) => one.companyId).filter((one) => !replayed.has(one)),
    failed: each((outcome) => outcome.errors),
    cancelled: outcomes.filter((one) => one.state === 'cancelled').map((one) => one.companyId),
    comparisons: each((outcome) => outcome.comparisons),
  }
}
