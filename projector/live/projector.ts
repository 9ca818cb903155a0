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
  /** How many companies are folded at a time. */
  workers?: number
  onBatch?: (batch: Batch) => void
}
export type Projector = {
  /** How many companies are queued. */
  waiting(): number
  /** Stops after the batches under way. */
  stop(): Promise<void>
}

const retryAfter = 500
/** How soon to check a company again that another process was folding, perhaps from before its newest events. */
const recheckAfter = 20

/**
 * Keeps the live rows of all companies up to date until it is stopped. A company with more to do goes to the end of the queue after
 * each batch, so that a large one holds nobody up. Any number of projectors share the work.
 */
export function runProjector(options: ProjectorOptions): Projector {
  const { pool, bell, logger, release = projections, workers = 2, onBatch } = options
  const tracker = trackCompaniesBehind(pool, release)
  const queue = new Set<string>()
  /** Those being folded here, and whether there has been news of them since. */
  const underWay = new Map<string, boolean>()
  /** The companies whose checkpoints exist, with the seq up to which this process has folded them. */
  const known = new Map<string, number | undefined>()
  const stopping = new AbortController()
  let wakeWorkers = Promise.withResolvers<void>()
  let checking: Promise<void> | undefined
  const toCheck = new Set<string>()
  let checkAll = false

  const enqueue = (companyId: string) => {
    // A second worker would find it locked.
    if (underWay.has(companyId)) return void underWay.set(companyId, true)
    queue.add(companyId)
    wakeWorkers.resolve()
    wakeWorkers = Promise.withResolvers()
  }

  /** Whether a company is behind is found when it is locked; one that this process does not know may have been erased. */
  function hear(companyIds: readonly string[] | 'all') {
    if (companyIds === 'all') return check('all')
    const unknown = companyIds.filter((one) => !known.has(one))
    if (unknown.length > 0) check(unknown)
    for (const companyId of companyIds) if (known.has(companyId)) enqueue(companyId)
  }

  /** One check at a time; companies reported during a check are checked together afterwards. */
  function check(companyIds: readonly string[] | 'all') {
    if (companyIds === 'all') checkAll = true
    else for (const companyId of companyIds) toCheck.add(companyId)
    checking ??= checkUntilDone()
  }

  async function checkUntilDone() {
    while ((checkAll || toCheck.size > 0) && !stopping.signal.aborted) {
      const [all, queued] = [checkAll, [...toCheck]]
      checkAll = false
      toCheck.clear()
      try {
        if (queued.length > 0) (await tracker.behind(queued)).forEach(enqueue)
        if (all) (await tracker.behind('all')).forEach(enqueue)
      } catch (error) {
        logger.warn({ err: error }, 'cannot read which companies are behind; retrying')
        // The bell repeats 'all' on its own, but not these companies.
        for (const companyId of queued) setTimeout(() => check([companyId]), retryAfter).unref()
      }
    }
    checking = undefined
  }

  async function work() {
    while (!stopping.signal.aborted) {
      const companyId = queue.values().next().value
      if (companyId === undefined) await wakeWorkers.promise
      else {
        queue.delete(companyId)
        underWay.set(companyId, false)
        await projectOne(companyId)
        const hasNews = underWay.get(companyId) === true
        underWay.delete(companyId)
        if (hasNews) enqueue(companyId)
      }
    }
  }

  async function projectOne(companyId: string) {
    try {
      if (!known.has(companyId)) await createCheckpoints(pool, release, companyId)
      const batch = await project(pool, companyId, release, { expected: known.get(companyId) })
      known.set(companyId, batch.seq ?? known.get(companyId))
      if (batch.events > 0) bell.ring('fettle_projected', [companyId])
      else setTimeout(() => check([companyId]), recheckAfter)
      if (batch.more) enqueue(companyId)
      for (const one of batch.parked) logger.error({ companyId, ...one }, 'a projection is parked')
      onBatch?.(batch)
    } catch (error) {
      logger.warn({ err: error, companyId }, 'a batch failed and will be retried')
      await sleep(retryAfter, undefined, { signal: stopping.signal }).catch(() => undefined)
      // Nothing else may report again that it is behind.
      enqueue(companyId)
    }
  }

  async function resumeAll() {
    for (;;) {
      try {
        const resumed = await resumeParked(pool, release)
        if (resumed > 0) logger.info({ resumed }, 'parked projections are being retried')
        return
      } catch (error) {
        logger.warn({ err: error }, 'cannot start yet; retrying')
        await sleep(retryAfter, undefined, { signal: stopping.signal }).catch(() => undefined)
        if (stopping.signal.aborted) return
      }
    }
  }

  let stopListening = () => {}
  const running = resumeAll().then(async () => {
    if (stopping.signal.aborted) return
    stopListening = bell.listen('fettle_appended', hear)
    check('all')
    await Promise.all(Array.from({ length: workers }, work))
  })

  return {
    waiting: () => queue.size,
    async stop() {
      stopping.abort()
      wakeWorkers.resolve()
      stopListening()
      await running
      await checking
    },
  }
}
