import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import { replay } from '#projector/replay/replay.ts'
import { createCheckpoints } from '#projector/rows/checkpoints.ts'
import { checksum } from '#projector/rows/checksum.ts'
import { projectionStatus } from '#projector/status.ts'
import { allLiveRows, foldedOneByOne, openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { project } from './project.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

/** A company with a history that has not been folded yet. */
async function companyWith(events: readonly StoredEvent[]) {
  const companyId = events[0]?.companyId ?? ''
  await ledger.store(events)
  await createCheckpoints(ledger.pool, projections, companyId)
  return companyId
}

test('engines running side by side fold each event once', async () => {
  const histories = [11, 12, 13].map((seed) => sampleHistory(seed, 400))
  const companies = await Promise.all(histories.map(companyWith))
  const folded = new Map<string, number>()
  const release = projections.map(
    (one: Projection): Projection => ({
      ...one,
      fold(row, event) {
        const which = `${one.name} ${event.companyId} ${event.seq}`
        folded.set(which, (folded.get(which) ?? 0) + 1)
        return one.fold(row, event)
      },
    }),
  )
  const engine = async () => {
    let events = 0
    for (let idle = 0; idle < 20; idle += 1)
      for (const companyId of companies) {
        const batch = await project(ledger.pool, companyId, release, { limit: 7 })
        events += batch.events
        if (batch.events > 0) idle = 0
      }
    return events
  }
  const took = await Promise.all([engine(), engine(), engine(), engine()])

  expect(took.filter((events) => events > 0).length).toBeGreaterThan(1)
  expect([...folded].filter(([_, times]) => times !== 1)).toEqual([])
  for (const [index, companyId] of companies.entries())
    expect(await allLiveRows(ledger.pool, companyId)).toEqual(foldedOneByOne(histories[index] ?? []))
})

test('the status of a projection has its seq, the head and the number of pending events', async () => {
  const events = sampleHistory(15, 30)
  const companyId = await companyWith(events)
  await project(ledger.pool, companyId, projections, { limit: 10 })
  const status = await projectionStatus(ledger.pool, companyId)
  expect(status.map((one) => one.projection)).toEqual(projections.map((one) => one.name).toSorted())
  for (const one of status)
    expect(one).toMatchObject({ companyId, seq: 10, head: events.length, lag: events.length - 10, status: 'live' })
})

test('a checkpoint that moved without its rows is detected by the checksum', async () => {
  const companyId = await companyWith(sampleHistory(16, 40))
  await project(ledger.pool, companyId, projections, { limit: 20 })
  await ledger.owner.query(
    'update checkpoint set seq = head.seq from company_head head where head.company_id = checkpoint.company_id and head.company_id = $1',
    [companyId],
  )
  expect(await project(ledger.pool, companyId)).toMatchObject({ events: 0 })
  const damaged = await checksum(ledger.pool, companyId)
  await replay(ledger.pool, { companyId })
  const right = await checksum(ledger.pool, companyId)
  expect(right.job).not.toBe(damaged.job)
  expect(right['job-rows']).not.toBe(damaged['job-rows'])
})
