import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FoldedEvent, StoredEvent } from '#core/ledger/ledger.ts'
import { UnknownEvent } from '#core/model/messages.ts'
import { projections } from '#core/projections/projections.ts'
import { type Bell, openBell } from '#ledger/database/bell.ts'
import { createCheckpoints } from '#projector/rows/checkpoints.ts'
import type { Release } from '#projector/rows/release.ts'
import { projectionStatus } from '#projector/status.ts'
import { allLiveRows, foldedOneByOne, openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { project } from './project.ts'
import { runProjector } from './projector.ts'
import { unreadableResumer } from './resume-unreadable.ts'
import { runUpkeep } from './upkeep.ts'

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

const current: Release = projections
/** A release whose folds fail at some events. */
const failingAt = (isFailing: (event: FoldedEvent) => boolean, fail: (event: FoldedEvent) => never): Release =>
  current.map((one) => ({ ...one, key: (event) => (isFailing(event) ? fail(event) : one.key(event)) }))
const unknown = (event: FoldedEvent): never => {
  throw new UnknownEvent(event)
}
/** The release before: it does not know that notes can be added. */
const old = failingAt((event) => event.type === 'NoteAdded', unknown)

const companyOf = (events: readonly FoldedEvent[]) => events[0]?.companyId ?? ''
const firstNote = (events: readonly FoldedEvent[]) => events.find((one) => one.type === 'NoteAdded')?.seq ?? 0
const withNotes = (seed: number, length: number) => sampleHistory(seed, length, (events) => firstNote(events) > 3)
const statesOf = (companyId: string) => projectionStatus(ledger.pool, companyId)
const parkedIn = async (companyId: string) => (await statesOf(companyId)).filter((one) => one.status === 'parked')
/** Six rounds a second; parked projections are looked for five times in each. */
const startUpkeep = (release: Release) => runUpkeep({ ...ledger, bell, logger, release, every: 150 })
/** What was parked where, of a line of the log. */
const placeOf = (line: string) => {
  const { companyId, projection, seq } = JSON.parse(line)
  return `${companyId} ${projection} ${seq}`
}
const someRounds = () => sleep(1_000)

/** Stores a history and has the old release fold it: it parks every projection at the first note. */
async function parkedByOld(events: readonly StoredEvent[]): Promise<string> {
  const companyId = companyOf(events)
  await ledger.store(events)
  await createCheckpoints(ledger.pool, old, companyId)
  const { parked } = await project(ledger.pool, companyId, old)
  expect(parked.map((one) => one.seq)).toEqual(current.map(() => firstNote(events)))
  return companyId
}

test('what an old projector parked at an event of a new kind is resumed while the new one runs', async () => {
  const upkeep = startUpkeep(current)
  const events = withNotes(71, 200)
  const companyId = await parkedByOld(events)
  await expect.poll(async () => (await statesOf(companyId)).filter((one) => one.lag > 0)).toEqual([])
  await upkeep.stop()
  expect(await parkedIn(companyId)).toEqual([])
  expect(await allLiveRows(ledger.pool, companyId)).toEqual(foldedOneByOne(events))
})

test('a projector that is being stopped resumes no further company', async () => {
  const companyId = await parkedByOld(withNotes(72, 100))
  const stopping = new AbortController()
  const resumeAll = unreadableResumer({ ...ledger, bell, logger, release: current, signal: stopping.signal })
  stopping.abort()
  await resumeAll()
  expect(await parkedIn(companyId)).toHaveLength(current.length)
})

test('an old and a new projector side by side do not take turns at one event: each is parked at most once', async () => {
  const histories = Array.from({ length: 5 }, (_, nth) => withNotes(80 + nth, 100))
  const parked: string[] = []
  const projectors = [
    runProjector({ ...ledger, bell, logger }),
    runProjector({
      ...ledger,
      bell,
      release: old,
      logger: pino({ level: 'error' }, { write: (line) => void parked.push(placeOf(line)) }),
    }),
  ]
  const upkeep = startUpkeep(current)
  for (let at = 0; at < 100; at += 4) {
    await ledger.store(histories.flatMap((events) => events.slice(at, at + 4)))
    bell.ring('fettle_appended', histories.map(companyOf))
    await sleep(20)
  }
  for (const events of histories) {
    const behind = async () => (await statesOf(companyOf(events))).filter((one) => one.lag > 0)
    await expect.poll(behind).toEqual([])
  }
  await Promise.all([upkeep.stop(), ...projectors.map((one) => one.stop())])
  // The old one was in time now and then.
  expect(parked.length).toBeGreaterThan(0)
  expect(parked.length).toBe(new Set(parked).size)
  for (const events of histories)
    expect(await allLiveRows(ledger.pool, companyOf(events))).toEqual(foldedOneByOne(events))
})

test('an event that the new release cannot fold either is tried once, and its projections say why', async () => {
  const events = withNotes(73, 100)
  const note = firstNote(events)
  let tries = 0
  const isNote = (event: FoldedEvent) => event.companyId === companyOf(events) && event.seq === note
  const faulty = current.map((one, nth) => {
    // One fold has a fault of its own, another forgot the event.
    const [found] = failingAt(isNote, (event) => {
      tries += 1
      throw nth === 0 ? new TypeError('this fold has a fault') : new UnknownEvent(event)
    }).slice(nth)
    return nth < 2 && found ? found : one
  })
  const companyId = await parkedByOld(events)
  const upkeep = startUpkeep(faulty)
  await expect.poll(async () => (await parkedIn(companyId)).length).toBe(2)
  const triesThen = tries
  await someRounds()
  await upkeep.stop()
  expect(tries).toBe(triesThen)
  const [first, second] = current.map((one) => one.name)
  const states = new Map((await statesOf(companyId)).map((one) => [one.projection, one]))
  expect(states.get(first ?? '')).toMatchObject({ seq: note - 1, error: 'TypeError: this fold has a fault' })
  expect(states.get(second ?? '')).toMatchObject({ seq: note - 1, error: expect.stringMatching(/^UnknownEvent: /) })
})

test('what is parked at an event that nobody knows, or for a fault, is left as it is', async () => {
  const events = withNotes(74, 60)
  const faulty = withNotes(75, 60)
  const unknownAt = firstNote(events)
  await ledger.store(
    events.map((event) => (event.seq === unknownAt ? { ...event, type: 'JobTeleported' } : event) as StoredEvent),
  )
  await ledger.store(faulty)
  const broken = failingAt(
    (event) => event.companyId === companyOf(faulty) && event.seq === 5,
    () => {
      throw new TypeError('this fold has a fault')
    },
  )
  for (const companyId of [events, faulty].map(companyOf)) {
    await createCheckpoints(ledger.pool, current, companyId)
    await project(ledger.pool, companyId, broken)
    expect(await parkedIn(companyId)).toHaveLength(current.length)
  }
  const touched = async () =>
    (
      await ledger.owner.query(
        'select projection, seq, error, error_seq, updated_at, xmin from checkpoint where company_id = any ($1) order by 1, 2',
        [[events, faulty].map(companyOf)],
      )
    ).rows
  const before = await touched()
  const upkeep = startUpkeep(current)
  await someRounds()
  await upkeep.stop()
  expect(before.length).toBeGreaterThan(0)
  expect(await touched()).toEqual(before)
})
