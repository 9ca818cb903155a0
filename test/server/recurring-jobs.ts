import { expect } from 'vitest'
import { doWhatIsDue } from '#api/due-work/due-work.ts'
import { recurringWork } from '#api/due-work/recurring/recurring-work.ts'
import { projections } from '#core/projections/projections.ts'
import { connect } from '#ledger/database/connect.ts'
import { companiesBehind } from '#projector/rows/checkpoints.ts'
import type { TestServer } from './server.ts'

/**
 * Makes the jobs of recurring work that are due at an instant, as several processes would, side by side. It waits for the projections
 * first: what is not in the rows yet is found due at a later look only.
 */
export async function makeRecurringJobs({ services }: TestServer, at: Date, times = 1): Promise<void> {
  const pool = connect(services.config.databaseUrl, 'fettle_projector', { max: 1 })
  await expect.poll(() => companiesBehind(pool, projections)).toEqual([])
  await pool.end()
  const parts = { ...services, now: () => at }
  const work = recurringWork(services)
  await Promise.all(Array.from({ length: times }, () => doWhatIsDue(work, parts, new AbortController().signal)))
}
