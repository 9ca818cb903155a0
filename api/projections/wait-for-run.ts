import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openRunStates } from '#core/wire/replay/run-states.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** How long to wait for a run, and between two checks, in milliseconds. */
const timeout = 1_500
const checkInterval = 100

/** Waits briefly for a run to end, so that a quick one has ended when the caller hears of it. */
export type WaitForRun = (companyId: string, runId: string) => Promise<void>

/** Checks whenever the projector rings, and at intervals in case a ring is lost. */
export function openRunWait(pool: pg.Pool, bell: Pick<Bell, 'listen'>): WaitForRun {
  let rung = Promise.withResolvers<void>()
  bell.listen('fettle_runs', () => {
    rung.resolve()
    rung = Promise.withResolvers()
  })
  return async (companyId, runId) => {
    const until = Date.now() + timeout
    for (;;) {
      const next = rung.promise
      const [{ rowCount }] = await readInCompany(pool, companyId, [openRun({ companyId, runId })])
      if (rowCount === 0 || Date.now() >= until) return
      await Promise.race([next, sleep(checkInterval)])
    }
  }
}

const openRun = statement('is-run-open', (p: Parameters<{ companyId: string; runId: string }>) =>
  db
    .selectFrom('replay_run')
    .select('run_id')
    .where('company_id', '=', p.companyId)
    .where('run_id', '=', p.runId)
    .where('state', 'in', openRunStates),
)
