import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '#ledger/database/connect.ts'
import { isOpenRun } from '#ledger/read-models/replay-runs.ts'
import { ofRelease, pairs, type Release } from '#projector/rows/checkpoints.ts'

/**
 * Asks for a replay of the projections whose live rows an older release has made, unless this release has failed at it since the
 * given moment, or somebody has undone just this version. Answers the companies.
 */
export async function requestUpgrades(pool: pg.Pool, release: Release, since: string): Promise<string[]> {
  const { rows: outdated } = await pool.query(
    `select from checkpoint join ${ofRelease} using (projection)
      where status in ('live', 'parked') and checkpoint.version < known.version limit 1`,
    pairs(release),
  )
  if (outdated.length === 0) return []
  await pool.query(withdrawOlder, pairs(release))
  return inTransaction(pool, async (client) => {
    // Of two processes which ask at once one waits, and then finds the runs of the other.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('fettle upgrades', 0))`)
    const { rows } = await client.query<{ companyId: string }>(ask, [...pairs(release), randomUUID(), since])
    return rows.map((one) => one.companyId)
  })
}

/** What an older release was asked for and has not begun has lost its sense. */
const withdrawOlder = `
  update replay_run set state = 'cancelled', ended_at = clock_timestamp(), updated_at = clock_timestamp()
  where ${isOpenRun} and exists (
    select from unnest(projections, versions) wanted (projection, version) join ${ofRelease} using (projection)
    where wanted.version < known.version)`

const ask = `
  insert into replay_run (company_id, run_id, kind, projections, versions, started_by, events_total)
  select company_id, $3, 'replay', array_agg(projection), array_agg(known.version), 'upgrade', max(seq)
  from checkpoint join ${ofRelease} using (projection)
  where status in ('live', 'parked') and checkpoint.version < known.version
    and coalesce(undone_version, 0) < known.version
    and not exists (
      select from replay_run other
      where other.company_id = checkpoint.company_id and projection = any (other.projections)
        and (other.${isOpenRun} or (other.state = 'failed' and other.started_by = 'upgrade' and other.created_at > $4
          and known.version = any (other.versions))))
  group by company_id
  returning company_id "companyId"`

/** Runs that ended long ago tell nobody anything. */
export const forgetOldRuns = (pool: pg.Pool) =>
  pool.query(`delete from replay_run where ended_at < now() - interval '90 days'`)
