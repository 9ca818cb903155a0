import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import { type Bell, openBell } from '#ledger/database/bell.ts'
import { createCheckpoints, resumeParked } from '#projector/rows/checkpoints.ts'
import type { Release } from '#projector/rows/release.ts'
import { projectionStatus } from '#projector/status.ts'
import {
  allLiveRows,
  foldedOneByOne,
  foldedRows,
  liveRows,
  openTestLedger,
  sampleHistory,
} from '#test/histories/stored-history.ts'
import { project } from './project.ts'
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

const all: Release = projections
const jobRows = all.find((one) => one.name === 'job-rows')
const [healthy, sick] = [21, 22].map((seed) => sampleHistory(seed, 150))
const companyOf = (events: readonly StoredEvent[] = []) => events[0]?.companyId ?? ''
const poison = 31

/** This release, but one projection fails at one event of one company. */
const faulty = (fault: (row: object | undefined) => object | undefined): Release =>
  all.map((one) =>
    one !== jobRows
      ? one
      : ({
          ...one,
          key: (event) =>
            event.companyId === companyOf(sick) && event.seq === poison ? event.companyId : one.key(event),
          fold: (row, event) =>
            event.companyId === companyOf(sick) && event.seq === poison ? fault(row) : one.fold(row, event),
        } satisfies Projection),
  )
const stateOf = async (companyId: string) =>
  Object.fromEntries((await projectionStatus(ledger.pool, companyId)).map((one) => [one.projection, one]))
const fail = () => {
  throw new TypeError('this fold has a fault')
}

test('an event that cannot be folded stops one projection of one company and no other', async () => {
  await ledger.store(healthy ?? [])
  await ledger.store(sick ?? [])
  const projector = runProjector({ ...ledger, bell, logger: pino({ level: 'silent' }), release: faulty(fail) })
  const settled = async () => {
    const found = await projectionStatus(ledger.pool)
    return found.length === 2 * all.length && found.every((one) => one.lag === 0 || one.status === 'parked')
  }
  await expect.poll(settled, { interval: 20 }).toBe(true)
  await projector.stop()

  const states = await stateOf(companyOf(sick))
  expect(states['job-rows']).toMatchObject({
    status: 'parked',
    seq: poison - 1,
    errorSeq: poison,
    error: 'TypeError: this fold has a fault',
  })
  expect(Object.values(states).filter((one) => one.status === 'parked').length).toBe(1)
  expect(await allLiveRows(ledger.pool, companyOf(healthy))).toEqual(foldedOneByOne(healthy ?? []))
})

test('the rows of a parked projection from before that event can still be read', async () => {
  if (!jobRows || !sick) throw new Error('not there')
  expect(await liveRows(ledger.pool, companyOf(sick), jobRows)).toEqual(foldedRows(jobRows, sick.slice(0, poison - 1)))
})

test('a release that can fold the event resumes where the projection was parked', async () => {
  const projector = runProjector({ ...ledger, bell, logger: pino({ level: 'silent' }) })
  while ((await stateOf(companyOf(sick)))['job-rows']?.lag !== 0) await sleep(20)
  await projector.stop()
  const state = (await stateOf(companyOf(sick)))['job-rows']
  expect(state).toMatchObject({ status: 'live' })
  expect(state).not.toHaveProperty('error')
  expect(await allLiveRows(ledger.pool, companyOf(sick))).toEqual(foldedOneByOne(sick ?? []))
})

test('an event type unknown to this release parks every projection before it', async () => {
  const events = sampleHistory(23, 30)
  await ledger.store(
    events.map((event) => (event.seq === 20 ? { ...event, type: 'JobTeleported' } : event) as StoredEvent),
  )
  await createCheckpoints(ledger.pool, all, companyOf(events))
  await project(ledger.pool, companyOf(events))
  for (const state of Object.values(await stateOf(companyOf(events))))
    expect(state).toMatchObject({
      status: 'parked',
      seq: 19,
      errorSeq: 20,
      error: expect.stringContaining('JobTeleported'),
    })
})

test('an event whose data do not have the shape of its type parks every projection before it, and says what is wrong', async () => {
  const events = sampleHistory(25, 40)
  const spoiled = events.find((event) => event.stream === 'job' && event.seq > 10)?.seq ?? 0
  await ledger.store(
    events.map((event) => (event.seq === spoiled ? { ...event, type: 'TaskPriced', data: {} } : event) as StoredEvent),
  )
  await createCheckpoints(ledger.pool, all, companyOf(events))
  const { parked } = await project(ledger.pool, companyOf(events))
  expect(parked).toHaveLength(all.length)
  const states = Object.values(await stateOf(companyOf(events)))
  expect(states).toHaveLength(all.length)
  for (const state of states)
    expect(state).toMatchObject({
      status: 'parked',
      seq: spoiled - 1,
      errorSeq: spoiled,
      error: expect.stringMatching(/MalformedEvent: .*TaskPriced.*taskId.*price/),
    })
})

test('a row that PostgreSQL rejects parks its projection at the event that caused it', async () => {
  const events = sampleHistory(24, 300)
  const spoiled = events.findIndex((event) => event.seq > 50 && event.type === 'JobCreated')
  const release = all.map((one) =>
    one.name !== 'job'
      ? one
      : {
          ...one,
          fold: (row: object | undefined, event: StoredEvent) => {
            const folded = one.fold(row, event)
            // Later events of the same batch may change the same field.
            const isSpoiled = event.seq > spoiled && event.streamId === events[spoiled]?.streamId
            return folded && isSpoiled ? { ...folded, apartmentName: 'no\u0000text' } : folded
          },
        },
  )
  await ledger.store(events)
  await createCheckpoints(ledger.pool, release, companyOf(events))
  while ((await project(ledger.pool, companyOf(events), release)).more);
  const states = await stateOf(companyOf(events))
  expect(states.job).toMatchObject({ status: 'parked', seq: spoiled, errorSeq: spoiled + 1 })
  expect(states['job-rows']).toMatchObject({ status: 'live', lag: 0 })

  await resumeParked(ledger.pool, all)
  while ((await project(ledger.pool, companyOf(events))).events > 0);
  expect(await allLiveRows(ledger.pool, companyOf(events))).toEqual(foldedOneByOne(events))
})
