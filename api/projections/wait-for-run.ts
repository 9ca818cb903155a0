import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Bell } from '#ledger/database/bell.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { isOpenRun } from '#ledger/read-models/replay-runs.ts'

/** What is quick is waited for, so long in milliseconds. */
const longest = 1_500
const betweenLooks = 100

/** Waits a little for a run to end. */
export type WaitForRun = (companyId: string, runId: string) => Promise<void>

/** Looks when the projector rings, and now and then besides. */
export function openRunWait(pool: pg.Pool, bell: Pick<Bell, 'listen'>): WaitForRun {
  let rung = Promise.withResolvers<void>()
  bell.listen('fettle_runs', () => {
    rung.resolve()
    rung = Promise.withResolvers()
  })
  return async (companyId, runId) => {
    const until = Date.now() + longest
    for (;;) {
      const next = rung.promise
      const [{ rowCount }] = await readInCompany(pool, companyId, [
        {
          name: 'is-run-open',
          text: `select from replay_run where company_id = $1 and run_id = $2 and ${isOpenRun}`,
          values: [companyId, runId],
        },
      ])
      if (rowCount === 0 || Date.now() >= until) return
      await Promise.race([next, sleep(betweenLooks)])
    }
  }
}
