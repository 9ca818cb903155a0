import { expect } from 'vitest'
import { projections } from '#core/projections/projections.ts'
import { connect } from '#ledger/database/connect.ts'
import { companiesBehind } from '#projector/rows/checkpoints.ts'
import type { TestServer } from './server.ts'

/** Waits until all that was recorded is in the rows that are read. */
export async function untilProjected({ services }: TestServer): Promise<void> {
  const pool = connect(services.config.databaseUrl, 'fettle_projector', { max: 1 })
  await expect.poll(() => companiesBehind(pool, projections)).toEqual([])
  await pool.end()
}
