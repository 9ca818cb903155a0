import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { projections } from '#core/projections.ts'
import type { Bell } from '#ledger/bell.ts'
import { withOwnConnection } from '#ledger/own-connection.ts'
import { build } from './build.ts'
import type { Release } from './checkpoints.ts'
import { lockBuild, sweep, unlockBuild } from './generations.ts'

export type UpkeepOptions = {
  /** As fettle_projector, with a query timeout of a minute. */
  pool: pg.Pool
  bell: Bell
  logger: Logger
  release?: Release
  /** Milliseconds between two rounds. */
  every?: number
}

/**
 * Brings companies whose live rows an older release has made up to this release, and removes what interrupted replays left
 * behind; again and again until it is stopped. Several processes share the companies out by their build locks.
 */
export function runUpkeep(options: UpkeepOptions): { stop(): Promise<void> } {
  const { logger, every = 10_000 } = options
  const stopping = new AbortController()
  // Tried by this release and failed: only another release can do better.
  const failed = new Set<string>()

  async function keepUp() {
    while (!stopping.signal.aborted) {
      try {
        await upgradeOutdated(options, failed, stopping.signal)
        await sweepLeftovers(options)
      } catch (error) {
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'upkeep of the projections will be tried again')
      }
      await sleep(every, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = keepUp()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function upgradeOutdated(options: UpkeepOptions, failed: Set<string>, signal: AbortSignal) {
  const { pool, bell, logger, release = projections } = options
  const { rows } = await pool.query<{ companyId: string; outdated: string[] }>(
    `select company_id "companyId", array_agg(projection) outdated
      from checkpoint join unnest($1::text[], $2::int[]) as known (projection, version) using (projection)
      where status in ('live', 'parked') and checkpoint.version < known.version
      group by company_id`,
    [release.map((one) => one.name), release.map((one) => one.version)],
  )
  for (const { companyId, outdated } of rows) {
    const wanted = release.filter((one) => outdated.includes(one.name) && !failed.has(`${companyId} ${one.name}`))
    if (wanted.length === 0) continue
    const building = withOwnConnection(pool, (client) => build(client, companyId, wanted, { signal }))
    const built = await building.catch((error: unknown) => {
      signal.throwIfAborted()
      // The next round tries it again; the companies after it do not wait for that.
      logger.warn({ err: error, companyId }, 'a company could not be brought up to this release yet')
    })
    if (!built) continue
    for (const one of built.failed) {
      failed.add(`${companyId} ${one.projection}`)
      logger.error({ companyId, ...one }, 'a projection could not be brought up to this release')
    }
    if (built.outcome === 'built') bell.ring('fettle_projected', [companyId])
  }
}

/** Generations that are retired, or whose building ended without a word: no process holds the company's build lock. */
async function sweepLeftovers({ pool, release = projections }: UpkeepOptions) {
  const leftover = `status = 'retired' or (status = 'building' and error is null)`
  const { rows } = await pool.query<{ company_id: string }>(
    `select distinct company_id from checkpoint where ${leftover}`,
  )
  for (const { company_id: companyId } of rows) {
    await withOwnConnection(pool, async (client) => {
      if (!(await lockBuild(client, companyId))) return
      const found = await client.query<{ projection: string; status: 'retired' | 'building' }>(
        `select distinct projection, status from checkpoint where company_id = $1 and (${leftover})`,
        [companyId],
      )
      for (const { projection: name, status } of found.rows) {
        const projection = release.find((one) => one.name === name)
        if (projection) await sweep(client, companyId, projection, status)
      }
      await unlockBuild(client, companyId)
    })
  }
}
