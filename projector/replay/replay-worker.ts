import type pg from 'pg'
import type { Logger } from 'pino'
import { projections } from '#core/projections/projections.ts'
import { rebuilding } from '#core/wire/projections.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import type { RunRecord } from '#ledger/read-models/replay-runs.ts'
import { lockBuild, unlockBuild } from '#projector/rows/build-lock.ts'
import { createCheckpoints } from '#projector/rows/checkpoints.ts'
import { failureAt } from '#projector/rows/fold.ts'
import type { Release } from '#projector/rows/release.ts'
import { sweepGenerations } from '#projector/rows/sweep.ts'
import { executeRun } from './execute-run.ts'
import { openProgress, type Work } from './progress.ts'
import { claimRun, endRun, type QueueEnd, type RunResult, readRunState, releaseRun, runnableRuns } from './run-queue.ts'
import { openThrottle } from './throttle.ts'

export type ReplayWorkerOptions = {
  /** As fettle_projector, with a query timeout of a minute. */
  pool: pg.Pool
  bell: Bell
  logger: Logger
  release?: Release
  /** How many companies are built at a time. */
  builders?: number
  /** The most rows of each in memory. */
  mostRows?: number
  /** Whether the disk has space for rows beside the live ones; asked before and while they are built. */
  mayRebuild?: () => boolean
  /** Called with the number of events of each folded batch. */
  onFolded?: (events: number) => void
}

const retryAfter = 1_000
/** How often a run may fail in this process, while the database is available, before it is given up. */
const mostFailures = 3

/**
 * Executes the runs that people, operators and upgrades request, until it is stopped. Any number of processes share them, one
 * company of a run at a time. One builder starts with the largest companies, the others with people's requests and the smallest.
 */
export function runReplays(options: ReplayWorkerOptions): { stop(): Promise<void> } {
  const {
    pool,
    bell,
    logger,
    release = projections,
    builders = 2,
    mayRebuild = () => true,
    mostRows,
    onFolded,
  } = options
  const stopping = new AbortController()
  const throttle = openThrottle(pool, release, logger)
  const progress = openProgress({ pool, bell, logger })
  const failures = new Map<string, { count: number; until: number }>()
  let wake = Promise.withResolvers<void>()
  let looking: Promise<boolean> | undefined
  const stopListening = bell.listen('fettle_runs', () => {
    looking = undefined
    wake.resolve()
    wake = Promise.withResolvers()
  })
  /** One query for all builders after each ring: usually there is nothing to do. */
  const isAnyOpen = () => {
    looking ??= runnableRuns(pool, release, { end: 'front', mayRebuild: mayRebuild() }).then((open) => open.length > 0)
    return looking
  }

  async function keepBuilding(end: QueueEnd) {
    while (!stopping.signal.aborted) {
      const rung = wake.promise
      try {
        if (await isAnyOpen()) await withDedicatedConnection(pool, (client) => executeWhileOpen(client, end))
      } catch (error) {
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'replays were interrupted and will resume')
      }
      if (!stopping.signal.aborted) await rung
    }
  }

  /** Keeps one connection while there are runs: opening one costs more than replaying a small company. */
  async function executeWhileOpen(client: pg.ClientBase, end: QueueEnd) {
    while (!stopping.signal.aborted) {
      const rung = wake.promise
      const open = await runnableRuns(client, release, { end, mayRebuild: mayRebuild() })
      if (open.length === 0) return
      let anyExecuted = false
      for (const run of open) {
        if (stopping.signal.aborted) return
        if ((failures.get(nameOf(run))?.until ?? 0) < performance.now())
          anyExecuted = (await tryExecuting(client, run)) || anyExecuted
      }
      if (!anyExecuted) await rung
    }
  }

  /** Executes a run if it can be claimed; false if it cannot. */
  async function tryExecuting(client: pg.ClientBase, { projections: names, ...run }: RunRecord): Promise<boolean> {
    const targets = release.filter((one) => names.includes(one.name))
    if (!(await lockBuild(client, run.companyId, targets))) return false
    const claimed = await claimRun(client, { projections: names, ...run })
    if (claimed) {
      // All together: a push that has seen only some of a company's projections would take the others for rebuilt ones.
      await createCheckpoints(client, release, run.companyId)
      await work(client, claimed, targets)
    }
    await unlockBuild(client, run.companyId, targets)
    return claimed !== undefined
  }

  async function work(client: pg.ClientBase, run: RunRecord, targets: Release) {
    const { companyId, runId } = run
    const followed: Work = { companyId, runId, done: 0, total: run.eventsTotal, state: 'running' }
    const stops = [progress.follow(followed), throttle.watch()]
    const rest = throttle.forBuilder()
    try {
      const outcome = await executeRun(client, run, targets, {
        bell,
        mostRows,
        onStart: (seq) => {
          followed.done = seq
        },
        onFolded(events) {
          followed.done += events
          onFolded?.(events)
        },
        rest,
        async between() {
          await rest()
          const isHeld = rebuilding.includes(run.kind) && !mayRebuild()
          if (isHeld) logger.warn({ companyId, runId }, 'a replay waits until the disk has space')
          return isHeld || stopping.signal.aborted || followed.state !== 'running' ? 'stop' : 'continue'
        },
      })
      if (outcome === 'stopped') await leave(client, run, targets)
      failures.delete(nameOf(run))
    } catch (error) {
      await failed(run, error)
      throw error
    } finally {
      for (const stop of stops) stop()
      bell.ring('fettle_projected', [companyId])
      bell.ring('fettle_runs', [companyId])
    }
  }

  /** A cancelled run leaves nothing behind; one that was paused, or stopped with this process, is resumed later. */
  async function leave(client: pg.ClientBase, run: RunRecord, targets: Release) {
    if ((await readRunState(client, run)) === 'cancelled')
      await sweepGenerations(client, run.companyId, targets, { statuses: ['building'] })
    else await releaseRun(client, run)
  }

  /** The build lock ended with the connection, so any process may resume the run. */
  async function failed(run: RunRecord, error: unknown) {
    const { companyId, runId } = run
    logger.warn({ err: error, companyId, runId }, 'a replay failed and will be retried')
    const count = (failures.get(nameOf(run))?.count ?? 0) + 1
    failures.set(nameOf(run), { count, until: performance.now() + retryAfter })
    if (count < mostFailures) return
    const failed = run.projections.map((projection) => ({ projection, ...failureAt(0, error) }))
    const result: RunResult = { state: 'failed', failed }
    // While the database is unavailable, no run is given up.
    await endRun(pool, run, result).catch(() => failures.delete(nameOf(run)))
  }

  const running = Promise.all(
    Array.from({ length: builders }, (_, at) => keepBuilding(at === 0 && builders > 1 ? 'back' : 'front')),
  )
  return {
    async stop() {
      stopping.abort()
      wake.resolve()
      await running
      stopListening()
      await progress.stop()
    },
  }
}

const nameOf = ({ companyId, runId }: RunRecord) => `${companyId} ${runId}`
