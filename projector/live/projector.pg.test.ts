import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bell, type BellChannel, openBell } from '#ledger/database/bell.ts'
import { projectionStatus } from '#projector/status.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { allLiveRows, foldedOneByOne, openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { runProjector } from './projector.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
let bell: Bell
const logger = pino({ level: 'silent' })
beforeAll(async () => {
  ledger = await openTestLedger()
  bell = openBell(ledger.url)
})
afterAll(async () => {
  await bell.close()
  await ledger.close()
})

const lagOf = async (companyId: string) => {
  const found = await projectionStatus(ledger.pool, companyId)
  return found.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...found.map((one) => one.lag))
}

test('a projector survives the loss of its connections and skips no event', async () => {
  const events = sampleHistory(41, 2_000)
  const companyId = events[0]?.companyId ?? ''
  const projector = runProjector({ ...ledger, bell, logger })
  for (let at = 0; at < events.length; at += 100) {
    await ledger.store(events.slice(at, at + 100))
    bell.ring('fettle_appended', [companyId])
    await ledger.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name in ('fettle_projector', 'fettle-bell')`,
    )
    await sleep(20)
  }
  while ((await lagOf(companyId).catch(() => 1)) > 0) await sleep(50)
  await projector.stop()
  expect(await allLiveRows(ledger.pool, companyId)).toEqual(foldedOneByOne(events))
})

test('a company with many pending events does not delay another', async () => {
  const large = sampleHistory(42, 30_000)
  const small = sampleHistory(43, 40)
  for (let at = 0; at < large.length; at += 5_000) await ledger.store(large.slice(at, at + 5_000))
  const projector = runProjector({ ...ledger, bell, logger, workers: 1 })
  while ((await lagOf(large[0]?.companyId ?? '')) >= large.length) await sleep(5)
  await ledger.store(small)
  bell.ring('fettle_appended', [small[0]?.companyId ?? ''])
  while ((await lagOf(small[0]?.companyId ?? '')) > 0) await sleep(5)
  expect(await lagOf(large[0]?.companyId ?? '')).toBeGreaterThan(0)
  await projector.stop()
})

/** Rings until it is heard: a bell misses what is rung before its connection listens. */
async function untilHeard(rung: Bell, channel: BellChannel) {
  const nobody = randomUUID()
  let isHeard = false
  const end = rung.listen(channel, (companyIds) => {
    isHeard ||= companyIds.includes(nobody)
  })
  await expect
    .poll(() => {
      rung.ring(channel, [nobody])
      return isHeard
    })
    .toBe(true)
  end()
}

test('the projector folds events at the ring, and its listeners are notified, without waiting for a poll', async () => {
  const events = sampleHistory(44, 40)
  const companyId = events[0]?.companyId ?? ''
  const seldom = openBell(ledger.url, { poll: 3_600_000 })
  const lags: number[] = []
  seldom.listen('fettle_projected', async (companyIds) => {
    if (companyIds !== 'all' && companyIds.includes(companyId)) lags.push(await lagOf(companyId))
  })
  const projector = runProjector({ ...ledger, bell: seldom, logger })
  for (const channel of ['fettle_projected', 'fettle_appended'] as const) await untilHeard(seldom, channel)
  for (const [from, to] of [
    [0, 30],
    [30, 40],
  ] as const) {
    lags.length = 0
    await ledger.store(events.slice(from, to))
    seldom.ring('fettle_appended', [companyId])
    await expect.poll(() => lags.at(-1)).toBe(0)
  }
  await projector.stop()
  await seldom.close()
})

test('events appended while a company is being folded are folded right afterwards', async () => {
  const events = sampleHistory(45, 60)
  const companyId = events[0]?.companyId ?? ''
  const seldom = openBell(ledger.url, { poll: 3_600_000 })
  const projector = runProjector({ ...ledger, bell: seldom, logger })
  await untilHeard(seldom, 'fettle_appended')
  await ledger.store(events.slice(0, 20))
  seldom.ring('fettle_appended', [companyId])
  await expect.poll(() => lagOf(companyId)).toBe(0)

  const holding = await ledger.owner.connect()
  try {
    await holding.query('begin; lock table document in share mode')
    await ledger.store(events.slice(20, 40))
    seldom.ring('fettle_appended', [companyId])
    await expect.poll(() => waitingForLock(ledger.owner)).toBe(1)
    await ledger.store(events.slice(40))
    seldom.ring('fettle_appended', [companyId])
    await sleep(300)
  } finally {
    await holding.query('rollback')
    holding.release()
  }

  await expect.poll(() => lagOf(companyId)).toBe(0)
  await projector.stop()
  await seldom.close()
})
