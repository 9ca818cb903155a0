import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { projections } from '#core/projections/projections.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { createCheckpoints, resumeParked } from '#projector/rows/checkpoints.ts'
import type { Release } from '#projector/rows/release.ts'
import { trackCompaniesBehind } from './companies-behind.ts'
import { type Batch, project } from './project.ts'

export type ProjectorOptions = {
  /** As fettle_projector, with at least one connection more than `workers`. */
  pool: pg.Pool
  bell: Bell
  logger: Logger
  release?: Release
  /** How many companies are folded at one time. */
  workers?: number
  onBatch?: (batch: Batch) => void
}
export type Projector = {
  /** How many companies wait for their turn. */
  waiting(): number
  /** Ends after the batches under way. */
  stop(): Promise<void>
}

const afterFailure = 500
/** When a company that was behind was being folded by somebody else, who may have begun before the newest events came. */
const afterOthers = 20

/**
 * Keeps the live rows of all companies up to date until it is stopped. Companies with more to do go to the end of the line after
 * each batch, so that a large one holds nobody up. Any number of these share the work.
 */
export function runProjector(options: ProjectorOptions): Projector {
  const { pool, bell, logger, release = projections, workers = 2, onBatch } = options
  const tracker = trackCompaniesBehind(pool, release)
  const line = new Set<string>()
  const known = new Set<string>()
  const stopping = new AbortController()
  let wakeWorkers = Promise.withResolvers<void>()
  let looking: Promise<void> | undefined
  const lookAt = new Set<string>()
  let lookAtAll = false

  const enter = (companyId: string) => {
    line.add(companyId)
    wakeWorkers.resolve()
    wakeWorkers = Promise.withResolvers()
  }

  /** One look at a time; what is asked for meanwhile is looked for together afterwards. */
  function look(companyIds: readonly string[] | 'all') {
    if (companyIds === 'all') lookAtAll = true
    else for (const companyId of companyIds) lookAt.add(companyId)
    looking ??= lookUntilDone()
  }

  async function lookUntilDone() {
    while ((lookAtAll || lookAt.size > 0) && !stopping.signal.aborted) {
      const [all, named] = [lookAtAll, [...lookAt]]
      lookAtAll = false
      lookAt.clear()
      try {
        if (named.length > 0) (await tracker.behind(named)).forEach(enter)
        if (all) (await tracker.behind('all')).forEach(enter)
      } catch (error) {
        logger.warn({ err: error }, 'cannot see which companies are behind; trying again')
        // The bell says 'all' again by itself, but not these.
        for (const companyId of named) setTimeout(() => look([companyId]), afterFailure).unref()
      }
    }
    looking = undefined
  }

  async function work() {
    while (!stopping.signal.aborted) {
      const companyId = line.values().next().value
      if (companyId === undefined) await wakeWorkers.promise
      else {
        line.delete(companyId)
        await projectOne(companyId)
      }
    }
  }

  async function projectOne(companyId: string) {
    try {
      if (!known.has(companyId)) await createCheckpoints(pool, release, companyId)
      known.add(companyId)
      const batch = await project(pool, companyId, release)
      if (batch.events > 0) bell.ring('fettle_projected', [companyId])
      else setTimeout(() => look([companyId]), afterOthers)
      if (batch.more) enter(companyId)
      for (const one of batch.parked) logger.error({ companyId, ...one }, 'a projection is parked')
      onBatch?.(batch)
    } catch (error) {
      logger.warn({ err: error, companyId }, 'a batch failed and will be tried again')
      await sleep(afterFailure, undefined, { signal: stopping.signal }).catch(() => undefined)
      // Nobody else may say again that it is behind.
      enter(companyId)
    }
  }

  async function begin() {
    for (;;) {
      try {
        const resumed = await resumeParked(pool, release)
        if (resumed > 0) logger.info({ resumed }, 'parked projections are tried again')
        return
      } catch (error) {
        logger.warn({ err: error }, 'cannot begin yet; trying again')
        await sleep(afterFailure, undefined, { signal: stopping.signal }).catch(() => undefined)
        if (stopping.signal.aborted) return
      }
    }
  }

  let stopListening = () => {}
  const running = begin().then(async () => {
    if (stopping.signal.aborted) return
    stopListening = bell.listen('fettle_appended', look)
    look('all')
    await Promise.all(Array.from({ length: workers }, work))
  })

  return {
    waiting: () => line.size,
    async stop() {
      stopping.abort()
      wakeWorkers.resolve()
      stopListening()
      await running
      await looking
    },
  }
}
