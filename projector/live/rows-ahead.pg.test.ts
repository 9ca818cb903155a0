import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projections } from '#core/projections/projections.ts'
import { openBell } from '#ledger/database/bell.ts'
import { replay } from '#projector/replay/replay.ts'
import { createCheckpoints, resumeParked } from '#projector/rows/checkpoints.ts'
import { projectionStatus } from '#projector/status.ts'
import { allLiveRows, foldedOneByOne, openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { project } from './project.ts'
import { runProjector } from './projector.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

/** A company whose log was set back to its first 30 events, while its rows are those of 50; and the events. */
async function setBack(seed: number) {
  const events = sampleHistory(seed, 50)
  const companyId = events[0]?.companyId ?? ''
  await ledger.store(events.slice(0, 30))
  await createCheckpoints(ledger.pool, projections, companyId)
  while ((await project(ledger.pool, companyId)).more);
  await ledger.owner.query('update checkpoint set seq = 50 where company_id = $1', [companyId])
  return { events, companyId }
}

test('rows that are ahead of the log are not waited for in silence: they are parked, with the reason in the log', async () => {
  const { companyId } = await setBack(81)
  const logged: { companyId?: string; error?: string; level: number }[] = []
  const bell = openBell(ledger.url)
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const projector = runProjector({ ...ledger, bell, logger })
  const ofCompany = () => logged.filter((one) => one.companyId === companyId)
  await expect.poll(() => ofCompany().length).toBe(projections.length)
  await projector.stop()
  await bell.close()
  const reason = 'The rows are ahead of the log: they are of event 50, but the log ends at event 30.'
  for (const one of ofCompany()) expect(one).toMatchObject({ level: 50, error: expect.stringContaining(reason) })
  for (const one of await projectionStatus(ledger.pool, companyId))
    expect(one).toMatchObject({ status: 'parked', seq: 50, errorSeq: 30, error: expect.stringContaining(reason) })
})

test('they stay parked when the log has grown past them, as the events between would be missing, until they are replayed', async () => {
  const { companyId, events } = await setBack(82)
  await project(ledger.pool, companyId)
  await ledger.store(events.slice(30))
  await resumeParked(ledger.pool, projections, companyId)
  await project(ledger.pool, companyId)
  for (const one of await projectionStatus(ledger.pool, companyId)) expect(one.status).toBe('parked')
  await replay(ledger.pool, { companyId })
  for (const one of await projectionStatus(ledger.pool, companyId))
    expect(one).toMatchObject({ status: 'live', seq: 50 })
  expect(await allLiveRows(ledger.pool, companyId)).toEqual(foldedOneByOne(events))
})

test('rows that another process has just folded further are not taken for rows ahead of the log', async () => {
  const events = sampleHistory(83, 60)
  const companyId = events[0]?.companyId ?? ''
  const parked = []
  for (let at = 0; at < events.length; at += 4) {
    await ledger.store(events.slice(at, at + 4))
    if (at === 0) await createCheckpoints(ledger.pool, projections, companyId)
    const batches = await Promise.all(Array.from({ length: 6 }, () => project(ledger.pool, companyId)))
    parked.push(...batches.flatMap((one) => one.parked))
  }
  expect(parked).toEqual([])
})
