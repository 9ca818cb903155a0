import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobDocuments } from '#core/projections/job-documents.ts'
import { projections } from '#core/projections/projections.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { project } from '#projector/live/project.ts'
import { createCheckpoints } from '#projector/rows/checkpoints.ts'
import { openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { build } from './build.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

/** What is kept of a company in the tables that a replay of its jobs writes. */
async function rowsOf(companyId: string): Promise<number> {
  const { rows } = await ledger.owner.query<{ count: number }>(
    `select (select count(*) from document where company_id = $1)::int
      + (select count(*) from job_row where company_id = $1)::int as count`,
    [companyId],
  )
  return rows[0]?.count ?? 0
}

test.each([
  ['of several projections', 31, projections],
  ['of one projection', 32, [jobDocuments]],
] as const)(
  'a replay %s that is under way when its company is erased leaves no row behind',
  async (_, seed, release) => {
    const events = sampleHistory(seed, 200)
    const companyId = events[0]?.companyId ?? ''
    await ledger.store(events)
    await createCheckpoints(ledger.pool, projections, companyId)
    while ((await project(ledger.pool, companyId)).more);
    expect(await rowsOf(companyId)).toBeGreaterThan(0)
    const next = release.map((one) => ({ ...one, version: one.version + 1 }))
    const building = withDedicatedConnection(ledger.pool, (client) =>
      build(client, companyId, next, {
        // Its rows are in memory alone by now. First go the checkpoints, as when a company is erased.
        async between() {
          for (const table of ['checkpoint', 'document', 'job_row'])
            await ledger.owner.query(`delete from ${table} where company_id = $1`, [companyId])
          return 'stop'
        },
      }),
    )
    await expect(building).rejects.toThrow('no longer wanted')
    expect(await rowsOf(companyId)).toBe(0)
  },
)
