import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { events, type StoredEvent } from '#core/ledger/ledger.ts'
import storedEvents from '#core/ledger/stored-events.json' with { type: 'json' }
import { projections } from '#core/projections/projections.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { project } from '#projector/live/project.ts'
import { createCheckpoints } from '#projector/rows/checkpoints.ts'
import { liveGeneration } from '#test/histories/live-rows.ts'
import { openTestLedger } from '#test/histories/stored-history.ts'
import { compareLocked } from './compare.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

const isStored = (sample: unknown): sample is StoredEvent => z.object({ type: z.string() }).safeParse(sample).success
const samples: unknown[] = storedEvents
const stored = samples.filter(isStored)
const [{ companyId } = { companyId: '' }] = stored

const compared = () => withDedicatedConnection(ledger.pool, (client) => compareLocked(client, companyId, projections))

test('rows folded event by event match those of a replay, of a log that has every type of event in every shape', async () => {
  expect(new Set(stored.map(({ type }) => type))).toEqual(new Set(Object.keys(events)))
  await ledger.store(stored)
  await createCheckpoints(ledger.pool, projections, companyId)
  while ((await project(ledger.pool, companyId, projections, { limit: 1 })).more);

  const { outcome, failed, comparisons } = await compared()
  expect({ outcome, failed }).toEqual({ outcome: 'compared', failed: [] })
  expect(comparisons.map(({ projection }) => projection).toSorted()).toEqual(
    projections.map(({ name }) => name).toSorted(),
  )
  expect(
    comparisons.filter(
      (one) => one.seq !== stored.length || one.counts.changed + one.counts.added + one.counts.removed > 0,
    ),
  ).toEqual([])

  // The comparison sees a site that is missing.
  await ledger.owner.query(
    `delete from site_row where company_id = $1 and generation = ${liveGeneration('$1', `'sites'`)}`,
    [companyId],
  )
  const altered = (await compared()).comparisons.filter(({ counts }) => counts.added > 0)
  expect(altered.map(({ projection }) => projection)).toEqual(['sites'])
})
