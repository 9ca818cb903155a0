import type pg from 'pg'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'

type Report = (error: unknown) => void
/** By the pool of the process, as limits are opened in many places. */
const reports = new WeakMap<pg.Pool, Report>()
/** In milliseconds: a database that is down fails every count. */
const between = 10_000

/**
 * Logs and counts the counts of this pool's limits that the database did not take. Such a count is kept in the process's memory, so
 * that each process allows as much as all of them should together.
 */
export function reportCountsInMemory(authPool: pg.Pool, { metrics, logger }: { metrics: Registry; logger: Logger }) {
  const total = new Counter({
    name: 'fettle_limits_in_memory_total',
    help: 'Counts of tries that the database did not take, and that this process keeps on its own.',
    registers: [metrics],
  })
  let loggedAt = Number.NEGATIVE_INFINITY
  reports.set(authPool, (error) => {
    total.inc()
    if (performance.now() - loggedAt < between) return
    loggedAt = performance.now()
    logger.warn({ err: error }, 'the database did not count a try for its limit; this process counts it on its own')
  })
}

/** The library's name of its regular deletion of old counts: that costs nobody a limit. */
const deletion = 'rlflx-clear-expired'

/** The pool as a limiter uses it: a count that fails is reported, and the failure thrown. */
export const countingIn = (authPool: pg.Pool) => ({
  async query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await authPool.query(query)
    } catch (error) {
      if (!query.name?.endsWith(deletion)) reports.get(authPool)?.(error)
      throw error
    }
  },
})
