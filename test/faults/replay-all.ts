import type pg from 'pg'
import { pino } from 'pino'
import { expect } from 'vitest'
import { openBell } from '#ledger/database/bell.ts'
import { connect } from '#ledger/database/connect.ts'
import { runProjector } from '#projector/live/projector.ts'
import { runReplays } from '#projector/replay/replay-worker.ts'
import { requestRunFor, runOf } from '#test/server/projection-runs.ts'

/** Folds every event of these companies, and then replays all projections of them. */
export async function replayAll(databaseUrl: string, pool: pg.Pool, companies: readonly string[]) {
  const projector = connect(databaseUrl, 'fettle_projector', { max: 6 })
  const bell = openBell(databaseUrl)
  const parts = { pool: projector, bell, logger: pino({ level: 'silent' }) }
  const running = [runProjector(parts), runReplays(parts)]
  for (const companyId of companies) {
    const runId = await requestRunFor({ pool, bell }, companyId, 'replay')
    await expect
      .poll(async () => (await runOf(pool, companyId, runId)).state, { timeout: 60_000, interval: 20 })
      .toBe('done')
  }
  for (const one of running) await one.stop()
  await bell.close()
  await projector.end()
}
