import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { jobDocuments } from '#core/projections/job-documents.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import { type Bell, openBell } from '#ledger/database/bell.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { project } from '#projector/live/project.ts'
import { runProjector } from '#projector/live/projector.ts'
import { runUpkeep } from '#projector/live/upkeep.ts'
import { createCheckpoints } from '#projector/rows/checkpoints.ts'
import { checksum } from '#projector/rows/checksum.ts'
import type { Release } from '#projector/rows/release.ts'
import { projectionStatus } from '#projector/status.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { liveGeneration } from '#test/histories/live-rows.ts'
import { allLiveRows, foldedOneByOne, openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { build } from './build.ts'
import { type ReplayProgress, replay } from './replay.ts'
import { runReplays } from './replay-worker.ts'

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

const all: Release = projections
const companyOf = (events: readonly StoredEvent[]) => events[0]?.companyId ?? ''
const { version: current } = jobDocuments
const next = current + 1
const nextVersion = (change: Partial<Projection> = {}): Release =>
  all.map((one) => (one.name === 'job' ? { ...one, version: next, ...change } : one))

async function projected(events: readonly StoredEvent[]) {
  const companyId = companyOf(events)
  await ledger.store(events)
  await createCheckpoints(ledger.pool, all, companyId)
  while ((await project(ledger.pool, companyId)).more);
  return companyId
}
const jobIn = async (companyId: string) =>
  (await projectionStatus(ledger.pool, companyId)).find((one) => one.projection === 'job')
const generationsIn = async (companyId: string) => {
  const { rows } = await ledger.pool.query<{ generation: number }>(
    'select distinct generation from document where company_id = $1 union select generation from checkpoint where company_id = $1',
    [companyId],
  )
  return rows.map((one) => one.generation).toSorted((a, b) => a - b)
}

test('a retried switch rewrites the rows that it wrote before', async () => {
  const events = sampleHistory(37, 900)
  const companyId = await projected(events.slice(0, 300))
  let isLate = true
  let tries = 0
  await withDedicatedConnection(ledger.pool, (client) =>
    build(client, companyId, all, {
      // The events until then are folded by now: the rest is left to the switch.
      async rest() {
        if (isLate) await ledger.store(events.slice(300))
        isLate = false
      },
      async onSwitch() {
        tries += 1
        if (tries < 3)
          await client.query(`do $$ begin raise 'somebody holds it' using errcode = 'lock_not_available'; end $$`)
        return true
      },
    }),
  )
  expect(tries).toBe(3)
  expect(await allLiveRows(ledger.pool, companyId)).toEqual(foldedOneByOne(events))
})

test('a replay alongside writers and a live projector ends with the right rows', async () => {
  const events = sampleHistory(31, 6_000)
  await projected(events.slice(0, 3_000))
  const projector = runProjector({ ...ledger, bell, logger })
  let writing = true
  const writer = async () => {
    for (let at = 3_000; at < events.length; at += 50) {
      await ledger.store(events.slice(at, at + 50))
      bell.ring('fettle_appended', [companyOf(events)])
      await sleep(5)
    }
    writing = false
  }
  const replayer = async () => {
    let replays = 0
    for (; writing; replays += 1) await replay(ledger.pool, { companyId: companyOf(events) })
    return replays
  }
  const [replays] = await Promise.all([replayer(), writer()])
  expect(replays).toBeGreaterThan(0)
  while ((await projectionStatus(ledger.pool, companyOf(events))).some((one) => one.lag > 0)) await sleep(20)
  await projector.stop()
  expect(await allLiveRows(ledger.pool, companyOf(events))).toEqual(foldedOneByOne(events))
})

test('a replay killed at any point affects no reader and can be run again', async () => {
  const events = sampleHistory(32, 3_500)
  const companyId = await projected(events)
  const right = await checksum(ledger.pool, companyId)
  let killed = 0
  for (let wait = 2; killed < 12 && wait < 2_000; wait = Math.ceil(wait * 1.25)) {
    const running = withDedicatedConnection(ledger.pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid')
      const kill = sleep(wait).then(() =>
        ledger.owner.query('select pg_terminate_backend($1::integer)', [rows[0]?.pid]),
      )
      const ended = await Promise.allSettled([build(client, companyId, all)])
      if (ended[0].status === 'rejected') killed += 1
      await kill
      throw new Error('the connection is gone')
    })
    await running.catch(() => undefined)
    expect(await checksum(ledger.pool, companyId)).toEqual(right)
  }
  expect(killed).toBeGreaterThan(4)

  await replay(ledger.pool, { companyId })
  expect(await checksum(ledger.pool, companyId)).toEqual(right)
  const left = await generationsIn(companyId)
  expect(new Set(left)).toEqual(new Set((await projectionStatus(ledger.pool, companyId)).map((one) => one.generation)))
})

test('a reader that polls during switches always sees all rows of one generation, never none or a mixture', async () => {
  const events = sampleHistory(33, 1_000)
  const companyId = await projected(events)
  const jobs = foldedOneByOne(events)['job-rows']?.size
  let replaying = true
  const seen = { generations: new Set<number>(), counts: new Set<number>() }
  const reader = async () => {
    while (replaying) {
      const { rows } = await ledger.pool.query<{ jobs: number; generation: number }>(
        `select count(*) jobs, min(generation) generation, max(generation) highest from job_row
          where company_id = $1 and generation = ${liveGeneration('$1', "'job-rows'")}`,
        [companyId],
      )
      seen.counts.add(rows[0]?.jobs ?? 0)
      seen.generations.add(rows[0]?.generation ?? 0)
    }
  }
  const replayer = async () => {
    for (let times = 0; times < 10; times += 1) await replay(ledger.pool, { companyId, projection: 'job-rows' })
    replaying = false
  }
  await Promise.all([reader(), reader(), replayer()])
  expect([...seen.counts]).toEqual([jobs])
  expect(seen.generations.size).toBeGreaterThan(3)
})

test('a company is replayed by one process at a time', async () => {
  const companyId = await projected(sampleHistory(34, 2_500))
  const holder = await ledger.owner.connect()
  // Neither can write a row, so that neither has finished before the other begins.
  await holder.query('begin')
  await holder.query('lock table document in share row exclusive mode')
  const both = [replay(ledger.pool, { companyId }), replay(ledger.pool, { companyId })]
  expect((await Promise.race(both)).busy).toEqual([companyId])
  await holder.query('rollback')
  holder.release()
  expect((await Promise.all(both)).flatMap((one) => one.busy)).toEqual([companyId])
})

test('of two that begin a replay at the same moment one does it, every time', async () => {
  const companyId = await projected(sampleHistory(35, 20))
  for (let round = 1; round <= 25; round += 1) {
    const both = await Promise.all([replay(ledger.pool, { companyId }), replay(ledger.pool, { companyId })])
    // They may also follow one another.
    expect(both.flatMap((one) => one.busy).length, `round ${round}`).toBeLessThan(2)
  }
})

test('a replay that reaches an event it cannot fold reports it and leaves the rows unchanged', async () => {
  const events = sampleHistory(35, 40)
  const companyId = await projected(events)
  const right = await checksum(ledger.pool, companyId)
  const release = nextVersion({
    fold: () => {
      throw new TypeError('this fold has a fault')
    },
  })
  const { failed } = await replay(ledger.pool, { companyId, release })
  expect(failed).toMatchObject([{ companyId, projection: 'job', error: 'TypeError: this fold has a fault' }])
  expect(await checksum(ledger.pool, companyId)).toEqual(right)
  expect(await jobIn(companyId)).toMatchObject({
    status: 'live',
    version: current,
    building: { version: next, error: 'TypeError: this fold has a fault' },
  })
})

test('a row that PostgreSQL rejects at the last moment fails only its projection, and the others switch', async () => {
  const events = sampleHistory(38, 60)
  const companyId = await projected(events.slice(0, 40))
  // The last of a job: a later one could replace its text.
  const late = events.findLastIndex((event) => event.stream === 'job')
  expect(late).toBeGreaterThanOrEqual(40)
  const release = nextVersion({
    fold: (row, event) => {
      const folded = all.find((one) => one.name === 'job')?.fold(row, event)
      return event.seq === late + 1 ? { ...folded, apartmentName: 'no\u0000text' } : folded
    },
  })
  const before = await jobIn(companyId)
  const holder = await ledger.owner.connect()
  await holder.query('begin')
  await holder.query('select from checkpoint where company_id = $1 for update', [companyId])
  const replaying = replay(ledger.pool, { companyId, release })
  while ((await waitingForLock(ledger.owner)) === 0) await sleep(10)
  await ledger.store(events.slice(40))
  await holder.query('commit')
  holder.release()
  const { failed } = await replaying
  expect(failed).toMatchObject([{ companyId, projection: 'job', error: expect.stringContaining('error') }])
  expect(await jobIn(companyId)).toMatchObject({ status: 'live', version: current, generation: before?.generation })
  const others = (await projectionStatus(ledger.pool, companyId)).filter((one) => one.projection !== 'job')
  for (const one of others) expect(one).toMatchObject({ status: 'live', generation: 2, lag: 0 })
})

test('a company whose rows cannot be built does not delay the others', async () => {
  const [stuck, fine] = [await projected(sampleHistory(39, 30)), await projected(sampleHistory(40, 30))]
  const job = all.find((one) => one.name === 'job')
  const outage = () => {
    throw new Error('out of memory')
  }
  const release = nextVersion({
    fold: (row, event) => {
      const folded = job?.fold(row, event)
      return folded && event.companyId === stuck ? { ...folded, toJSON: outage } : folded
    },
  })
  const upkeep = runUpkeep({ ...ledger, bell, logger, release, every: 50 })
  const replays = runReplays({ ...ledger, bell, logger, release })
  while ((await jobIn(fine))?.version !== next) await sleep(20)
  await Promise.all([upkeep.stop(), replays.stop()])
  expect(await jobIn(stuck)).toMatchObject({ version: current, status: 'live' })
})

test('a new release builds its rows alongside the old ones, which stay unchanged, and then switches', async () => {
  const events = sampleHistory(36, 40)
  const companyId = await projected(events.slice(0, 30))
  const fold: Projection['fold'] = (row, event) => {
    const folded = all.find((one) => one.name === 'job')?.fold(row, event)
    return folded && { ...folded, renewed: true }
  }
  const release = nextVersion({ fold })
  await ledger.store(events.slice(30))
  await project(ledger.pool, companyId, release)
  expect(await jobIn(companyId)).toMatchObject({ version: current, seq: 30 })

  const upkeep = runUpkeep({ ...ledger, bell, logger, release, every: 50 })
  const replays = runReplays({ ...ledger, bell, logger, release })
  while ((await jobIn(companyId))?.version !== next) await sleep(20)
  while ((await generationsIn(companyId)).length > 2) await sleep(20)
  await Promise.all([upkeep.stop(), replays.stop()])
  expect(await jobIn(companyId)).toMatchObject({ version: next, generation: 2, seq: events.length, lag: 0 })
  const jobs = (await allLiveRows(ledger.pool, companyId)).job
  expect(jobs?.size).toBeGreaterThan(0)
  for (const job of jobs?.values() ?? []) expect(job).toMatchObject({ renewed: true })

  // A process of the old release that is still running neither moves it nor switches back.
  await project(ledger.pool, companyId)
  const { failed } = await replay(ledger.pool, { companyId, projection: 'job' })
  expect(failed).toMatchObject([{ projection: 'job', error: expect.stringContaining('newer release') }])
  expect(await jobIn(companyId)).toMatchObject({ version: next, generation: 2 })
})

test('a replay reports its progress and can be cancelled', async () => {
  const companyId = await projected(sampleHistory(37, 4_500))
  const right = await checksum(ledger.pool, companyId)
  const reports: ReplayProgress[] = []
  await replay(ledger.pool, { companyId, onProgress: (progress) => reports.push(progress) })
  const last = reports.at(-1)
  expect(last?.events.done).toBe(last?.events.total)
  expect(last?.companies).toEqual({ done: 1, total: 1 })
  expect(last?.rate).toBeGreaterThan(0)

  const cancelling = new AbortController()
  const cancelled = replay(ledger.pool, {
    companyId,
    signal: cancelling.signal,
    onProgress: () => cancelling.abort(),
  })
  await expect(cancelled).rejects.toThrow('aborted')
  expect(await checksum(ledger.pool, companyId)).toEqual(right)
})
