import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { projections } from '#core/projections/projections.ts'
import { type Bell, openBell } from '#ledger/database/bell.ts'
import type { Release } from '#projector/rows/release.ts'
import { projectionStatus } from '#projector/status.ts'
import { allLiveRows, foldedOneByOne, openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { runProjector } from './projector.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
let bell: Bell
beforeAll(async () => {
  ledger = await openTestLedger()
  bell = openBell(ledger.url)
})
afterAll(async () => {
  await bell.close()
  await ledger.close()
})

const companyOf = (events: readonly FoldedEvent[] = []) => events[0]?.companyId ?? ''
const histories = Array.from({ length: 50 }, (_, index) => sampleHistory(300 + index, 60))
const [sick, ...healthy] = histories
const poison = 31

const all: Release = projections
let tries = 0
/** This release, but its job rows fail at one event of one company. */
const faulty: Release = all.map((one) => {
  const isPoison = (event: FoldedEvent) =>
    one.name === 'job-rows' && event.companyId === companyOf(sick) && event.seq === poison
  return {
    ...one,
    key: (event) => (isPoison(event) ? event.companyId : one.key(event)),
    fold: (row, event) => {
      if (!isPoison(event)) return one.fold(row, event)
      tries += 1
      throw new TypeError('this fold has a fault')
    },
  }
})

/** The companies other than the failing one that are behind, and the number of parked projections. */
async function state() {
  const found = await projectionStatus(ledger.pool)
  const behind = found.filter((one) => one.lag > 0 && one.companyId !== companyOf(sick))
  return { companies: new Set(found.map((one) => one.companyId)).size, behind: behind.length, parked: parkedOf(found) }
}
const parkedOf = (found: Awaited<ReturnType<typeof projectionStatus>>) =>
  found.filter((one) => one.status === 'parked').map(({ companyId, projection }) => ({ companyId, projection }))

test('while one company of fifty is parked, the other 49 are projected, and its event is not tried again', async () => {
  const projector = runProjector({ ...ledger, bell, logger: pino({ level: 'silent' }), release: faulty })
  const triesAt: number[] = []
  for (let at = 0; at < 60; at += 20) {
    await Promise.all(histories.map((events) => ledger.store(events.slice(at, at + 20))))
    bell.ring('fettle_appended', histories.map(companyOf))
    // Its event is the 31st.
    const parked = at < 20 ? [] : [{ companyId: companyOf(sick), projection: 'job-rows' }]
    await expect.poll(state, { interval: 20 }).toEqual({ companies: 50, behind: 0, parked })
    triesAt.push(tries)
  }
  await projector.stop()
  expect(triesAt[2]).toBe(triesAt[1])
  for (const events of healthy)
    expect(await allLiveRows(ledger.pool, companyOf(events))).toEqual(foldedOneByOne(events))
})
