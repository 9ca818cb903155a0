import type pg from 'pg'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import type { Comparison, RunKind } from '#core/wire/projections.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type RunRecord, readRuns } from '#ledger/read-models/replay-runs.ts'
import { requestRun } from '#ledger/read-models/request-runs.ts'

/** Requests a run for a company as a person would, and rings. */
export async function requestRunFor(
  { pool, bell }: { pool: pg.Pool; bell: Bell },
  companyId: string,
  kind: RunKind,
  wanted: readonly Pick<Projection, 'name' | 'version'>[] = projections,
): Promise<string> {
  const runId = await inCompany(pool, companyId, (client) =>
    requestRun(client, companyId, {
      kind,
      projections: wanted.map(({ name, version }) => ({ name, version })),
      startedBy: 'person',
    }),
  )
  if (runId === undefined) throw new Error('Something is under way already')
  bell.ring('fettle_runs', [companyId])
  return runId
}

/** The run's current state. */
export async function runOf(pool: pg.Pool, companyId: string, runId: string): Promise<RunRecord> {
  const run = await inCompany(pool, companyId, async (client) =>
    (await readRuns(client, companyId, 1_000)).find((one) => one.runId === runId),
  )
  if (!run) throw new Error('There is no such run')
  return run
}

/** The findings of a comparison run. */
export async function comparisonsOf(pool: pg.Pool, companyId: string, runId: string): Promise<Comparison[]> {
  const { rows } = await pool.query<{ comparisons: Comparison[] }>(
    'select comparisons from replay_run where company_id = $1 and run_id = $2',
    [companyId, runId],
  )
  return rows[0]?.comparisons ?? []
}
