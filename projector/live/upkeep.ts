import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { projections } from '#core/projections/projections.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import type { Release } from '#projector/rows/checkpoints.ts'
import { lockBuild, unlockBuild } from '#projector/rows/generations.ts'
import { sweepGenerations } from '#projector/rows/sweep.ts'
import { forgetOldRuns, requestUpgrades } from './upgrades.ts'

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
 * Asks for replays of what an older release has made, and removes what interrupted replays left behind and what was kept long
 * enough; again and again until it is stopped. Several processes share the companies out by their build locks.
 */
export function runUpkeep(options: UpkeepOptions): { stop(): Promise<void> } {
  const { pool, bell, logger, release = projections, every = 10_000 } = options
  const stopping = new AbortController()

  async function keepUp() {
    // What failed before this process began may be tried by it again.
    const { rows } = await pool.query<{ now: string }>('select now()')
    const since = rows[0]?.now ?? ''
    while (!stopping.signal.aborted) {
      const asked = await requestUpgrades(pool, release, since)
      if (asked.length > 0) bell.ring('fettle_runs', asked)
      await forgetOldRuns(pool)
      await sweepLeftovers(pool, release)
      await pause()
    }
  }
  const pause = () => sleep(every, undefined, { signal: stopping.signal }).catch(() => undefined)
  async function keepTrying() {
    while (!stopping.signal.aborted) {
      try {
        await keepUp()
      } catch (error) {
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'upkeep of the projections will be tried again')
        await pause()
      }
    }
  }
  const running = keepTrying()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Retired, kept long enough, or a building that ended without a word and that no open run will go on with. */
const leftover = `
  status = 'retired' or (status in ('kept', 'compared') and expires_at < now())
  or (status = 'building' and error is null and not exists (
    select from replay_run run where run.company_id = checkpoint.company_id and run.run_id = checkpoint.run_id
      and run.state in ('waiting', 'running', 'paused')))`

async function sweepLeftovers(pool: pg.Pool, release: Release) {
  const { rows } = await pool.query<{ companyId: string; names: string[] }>(
    `select company_id "companyId", array_agg(distinct projection) names from checkpoint
      where status <> 'live' and (${leftover}) group by company_id`,
  )
  if (rows.length === 0) return
  await withDedicatedConnection(pool, async (client) => {
    for (const { companyId, names } of rows) {
      for (const projection of release.filter((one) => names.includes(one.name))) {
        // Somebody builds it at the moment.
        if (!(await lockBuild(client, companyId, [projection]))) continue
        await client.query(
          `update checkpoint set status = 'retired', expires_at = null
            where company_id = $1 and projection = $2 and status not in ('live', 'parked') and (${leftover})`,
          [companyId, projection.name],
        )
        await sweepGenerations(client, companyId, [projection])
        await unlockBuild(client, companyId, [projection])
      }
    }
  })
}
