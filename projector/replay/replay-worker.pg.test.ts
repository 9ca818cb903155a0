import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { projections } from '#core/projections/projections.ts'
import type { RunKind } from '#core/wire/projections.ts'
import { type Bell, openBell } from '#ledger/database/bell.ts'
import { changeRuns } from '#ledger/read-models/request-runs.ts'
import { project } from '#projector/live/project.ts'
import { runUpkeep } from '#projector/live/upkeep.ts'
import { createCheckpoints } from '#projector/rows/checkpoints.ts'
import type { Release } from '#projector/rows/release.ts'
import { projectionStatus } from '#projector/status.ts'
import {
  allLiveRows,
  foldedOneByOne,
  foldedRows,
  hasJob,
  liveRows,
  openTestLedger,
  sampleHistory,
} from '#test/histories/stored-history.ts'
import { comparisonsOf, requestRunFor, runOf } from '#test/server/projection-runs.ts'
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
const jobRows = all.filter((one) => one.name === 'job-rows')
const companyOf = (events: readonly StoredEvent[]) => events[0]?.companyId ?? ''
const isCancelled = (row: object) => 'jobStatus' in row && row.jobStatus === 'cancelled'
/** The jobs list of another release: cancelled jobs have different sites and images. */
const changed: Release = jobRows.map((one) => ({
  ...one,
  version: 2,
  fold: (row, event) => {
    const folded = one.fold(row, event)
    return folded && isCancelled(folded) ? { ...folded, apartmentName: 'GONE', images: 99 } : folded
  },
}))
const replaying = (release: Release = all) => runReplays({ ...ledger, bell, logger, release })

async function projected(events: readonly StoredEvent[], release: Release = all) {
  const companyId = companyOf(events)
  await ledger.store(events)
  await createCheckpoints(ledger.pool, release, companyId)
  while ((await project(ledger.pool, companyId, release)).more);
  return companyId
}
const ended = async (companyId: string, runId: string) => {
  await expect
    .poll(async () => (await runOf(ledger.pool, companyId, runId)).state, { timeout: 60_000, interval: 20 })
    .toMatch(/done|failed|cancelled/)
  return runOf(ledger.pool, companyId, runId)
}
const done = async (companyId: string, kind: RunKind, release: Release) =>
  ended(companyId, await requestRunFor({ ...ledger, bell }, companyId, kind, release))
const liveIn = async (companyId: string, name = 'job-rows') =>
  (await projectionStatus(ledger.pool, companyId)).find((one) => one.projection === name)
const statusesIn = async (companyId: string) => {
  const { rows } = await ledger.pool.query<{ status: string }>(
    `select status from checkpoint where company_id = $1 and projection = 'job-rows' order by generation`,
    [companyId],
  )
  return rows.map((one) => one.status)
}

test('a comparison with a changed fold names exactly the rows and fields that differ, and switches nothing', async () => {
  const events = sampleHistory(72, 2_500, hasJob(isCancelled))
  const companyId = await projected(events)
  const [is] = jobRows
  const [becomes] = changed
  if (!is || !becomes) throw new Error('not there')
  const [before, after] = [foldedRows(is, events), foldedRows(becomes, events)]
  const differing = [...before].filter(([key, row]) => JSON.stringify(after.get(key)) !== JSON.stringify(row))
  expect(differing.length).toBeGreaterThan(2)

  const replays = replaying(changed)
  const runId = await requestRunFor({ ...ledger, bell }, companyId, 'compare', changed)
  expect(await ended(companyId, runId)).toMatchObject({ state: 'done', errors: [] })
  const [found] = await comparisonsOf(ledger.pool, companyId, runId)
  expect(found).toMatchObject({
    projection: 'job-rows',
    liveVersion: 1,
    builtVersion: 2,
    seq: events.length,
    counts: { same: before.size - differing.length, changed: differing.length, added: 0, removed: 0 },
  })
  expect(found?.fields.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
    { field: 'apartmentName', rows: differing.length },
    { field: 'images', rows: differing.length },
  ])
  const byKey = new Map(found?.differences.map((one) => [one.key, one]))
  for (const [key, row] of differing.slice(0, 200).filter(([key]) => byKey.has(key)))
    expect(byKey.get(key)).toMatchObject({
      change: 'changed',
      label: 'jobRef' in row ? row.jobRef : '',
      fields: [
        { field: 'apartmentName', before: 'apartmentName' in row ? row.apartmentName : '', after: 'GONE' },
        { field: 'images', before: String('images' in row ? row.images : ''), after: '99' },
      ],
    })
  expect(byKey.size).toBe(Math.min(200, differing.length))
  expect(await liveIn(companyId)).toMatchObject({ version: 1, generation: 1 })

  // Promoted, it includes later events; undone, the previous rows are back and no longer move.
  await ledger.store(
    sampleHistory(61, 2_600)
      .slice(2_500)
      .map((one) => ({ ...one, companyId })),
  )
  expect(await done(companyId, 'promote', changed)).toMatchObject({ state: 'done' })
  expect(await liveIn(companyId)).toMatchObject({ version: 2, generation: 2, seq: 2_600, lag: 0 })
  expect(await done(companyId, 'undo', changed)).toMatchObject({ state: 'done' })
  expect(await liveIn(companyId)).toMatchObject({ version: 1, generation: 1, seq: 2_500 })
  expect(await liveRows(ledger.pool, companyId, is)).toEqual(before)
  expect(await statusesIn(companyId)).toEqual(['live', 'kept'])

  // An undone version is not rebuilt until the version is raised again or somebody requests it.
  const upkeep = runUpkeep({ ...ledger, bell, logger, release: changed, every: 20 })
  expect(await done(companyId, 'discard', changed)).toMatchObject({ state: 'done' })
  await upkeep.stop()
  expect(await liveIn(companyId)).toMatchObject({ version: 1 })
  expect(await done(companyId, 'undo', changed)).toMatchObject({ state: 'done' })
  expect(await liveIn(companyId)).toMatchObject({ version: 2, generation: 2, lag: 0 })
  await replays.stop()
})

test('a comparison stops at the event that the live rows have reached, however far the log is', async () => {
  const events = sampleHistory(62, 900)
  const companyId = await projected(events.slice(0, 500))
  await ledger.store(events.slice(500))
  await ledger.pool.query(
    'delete from job_row where job_id = (select min(job_id::text)::uuid from job_row where company_id = $1)',
    [companyId],
  )
  await ledger.pool.query(
    `insert into document (company_id, projection, generation, key, body)
      values ($1, 'apartments', 1, 'nowhere', '{"name":"Nowhere"}')`,
    [companyId],
  )
  const replays = replaying()
  const runId = await requestRunFor({ ...ledger, bell }, companyId, 'compare')
  await ended(companyId, runId)
  await replays.stop()
  const found = await comparisonsOf(ledger.pool, companyId, runId)
  expect(found.length).toBe(all.length)
  for (const { seq, counts, projection: name } of found) {
    expect(seq).toBe(500)
    const added = name === 'job-rows' ? 1 : 0
    expect(counts).toMatchObject({ changed: 0, added, removed: name === 'apartments' ? 1 : 0 })
  }
  expect(found.find((one) => one.projection === 'apartments')?.differences).toEqual([
    { key: 'nowhere', label: 'Nowhere', change: 'removed', fields: [{ field: 'name', before: 'Nowhere' }] },
  ])
})

test('a run of one projection in a company that was never projected builds all of its live rows in one go', async () => {
  const events = sampleHistory(70, 40)
  const companyId = companyOf(events)
  await ledger.store(events)
  const replays = replaying()
  await ended(companyId, await requestRunFor({ ...ledger, bell }, companyId, 'replay', jobRows))
  await replays.stop()
  const live = (await projectionStatus(ledger.pool, companyId)).map((one) => one.projection)
  expect(live).toEqual(all.map((one) => one.name).toSorted())
})

test('an undo within one version brings the rows up to date first, and undoing twice changes nothing', async () => {
  const events = sampleHistory(63, 700)
  const companyId = await projected(events.slice(0, 400))
  const replays = replaying()
  expect(await done(companyId, 'replay', jobRows)).toMatchObject({ state: 'done', eventsDone: 400 })
  await ledger.store(events.slice(400))
  expect(await done(companyId, 'undo', jobRows)).toMatchObject({ state: 'done' })
  expect(await liveIn(companyId)).toMatchObject({ generation: 1, seq: 700 })
  expect(await done(companyId, 'undo', jobRows)).toMatchObject({ state: 'done' })
  expect(await liveIn(companyId)).toMatchObject({ generation: 2, seq: 700 })
  while ((await project(ledger.pool, companyId)).more);
  await replays.stop()
  expect(await allLiveRows(ledger.pool, companyId)).toEqual(foldedOneByOne(events))
})

test('a replay under way waits while its disk is nearly full, and goes on by itself; what frees space is done meanwhile', async () => {
  const events = sampleHistory(65, 6_000)
  const companyId = await projected(events.slice(0, 3_000))
  await ledger.store(events.slice(3_000))
  while ((await project(ledger.pool, companyId)).more);
  let mayRebuild = true
  const seen: number[] = []
  const onFolded = (count: number) => {
    seen.push(count)
    // The disk fills up with the first batch.
    if (seen.length === 1) mayRebuild = false
  }
  const replays = runReplays({ ...ledger, bell, logger, onFolded, mostRows: 50, mayRebuild: () => mayRebuild })
  const runId = await requestRunFor({ ...ledger, bell }, companyId, 'compare', jobRows)
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  await expect.poll(async () => (await runOf(ledger.pool, companyId, runId)).state).toBe('waiting')
  const batches = seen.length
  const others = all.filter((one) => one.name === 'members')
  expect(await done(companyId, 'discard', others)).toMatchObject({ state: 'done' })
  expect(seen).toHaveLength(batches)
  mayRebuild = true
  expect(await ended(companyId, runId)).toMatchObject({ state: 'done' })
  expect(seen.length).toBeGreaterThan(batches)
  await replays.stop()
})

test('a paused replay resumes where it stopped, and a cancelled one leaves nothing behind', async () => {
  const events = sampleHistory(64, 12_000)
  const companyId = companyOf(events)
  for (let at = 0; at < events.length; at += 4_000) await ledger.store(events.slice(at, at + 4_000))
  await createCheckpoints(ledger.pool, all, companyId)
  while ((await project(ledger.pool, companyId)).more);
  const pauseAt = Promise.withResolvers<void>()
  let folded = 0
  const onFolded = (count: number) => {
    folded += count
    if (folded >= 3_000) pauseAt.resolve()
  }
  const replays = runReplays({ ...ledger, bell, logger, onFolded, mostRows: 50 })
  const runId = await requestRunFor({ ...ledger, bell }, companyId, 'replay')
  await pauseAt.promise
  // The builder is held back until it has seen the request.
  const holder = await ledger.owner.connect()
  await holder.query('begin; lock table document in share mode')
  await changeRuns(ledger.pool, 'pause', { runId })
  const toldAt = `select from replay_run where run_id = $1 and updated_at > (select updated_at from paused_at)`
  await holder.query('create temporary table paused_at as select clock_timestamp() updated_at')
  await expect.poll(async () => (await holder.query(toldAt, [runId])).rowCount, { interval: 20 }).toBe(1)
  await holder.query('rollback')
  holder.release()
  const built = `select from checkpoint where company_id = $1 and run_id = $2 and status = 'building' and seq > 0`
  await expect.poll(async () => (await ledger.pool.query(built, [companyId, runId])).rowCount).toBe(all.length)
  const paused = folded
  expect(paused).toBeLessThan(12_000)
  await changeRuns(ledger.pool, 'resume', { runId })
  bell.ring('fettle_runs', [companyId])
  expect(await ended(companyId, runId)).toMatchObject({ state: 'done', eventsDone: 12_000 })
  expect(folded).toBeLessThan(12_000 + 2_000)
  expect(await allLiveRows(ledger.pool, companyId)).toEqual(foldedOneByOne(events))

  folded = 0
  const again = await requestRunFor({ ...ledger, bell }, companyId, 'replay')
  await expect.poll(() => folded, { interval: 1 }).toBeGreaterThan(0)
  await changeRuns(ledger.pool, 'cancel', { runId: again })
  await expect.poll(() => statusesIn(companyId)).toEqual(['kept', 'live'])
  expect(await runOf(ledger.pool, companyId, again)).toMatchObject({ state: 'cancelled' })
  await replays.stop()
  expect(await allLiveRows(ledger.pool, companyId)).toEqual(foldedOneByOne(events))
})

test('a run over companies is shared by processes, and a company that cannot be folded keeps its rows while the others continue', async () => {
  const histories = [65, 66, 67, 68, 69].map((seed) => sampleHistory(seed, 600))
  const companies = []
  for (const events of histories) companies.push(await projected(events))
  const sick = companies[2] ?? ''
  const poisoned: Release = all.map((one) => ({
    ...one,
    fold: (row, event) => {
      if (event.companyId === sick && event.seq === 333 && one.name === 'job') throw new TypeError('a fault')
      return one.fold(row, event)
    },
    key: (event) => (event.companyId === sick && event.seq === 333 ? event.companyId : one.key(event)),
  }))
  const runs = []
  for (const companyId of companies)
    runs.push([companyId, await requestRunFor({ ...ledger, bell }, companyId, 'replay')] as const)
  const [one, other] = [replaying(poisoned), replaying(poisoned)]
  for (const [companyId, runId] of runs) {
    const run = await ended(companyId, runId)
    expect(run.state).toBe(companyId === sick ? 'failed' : 'done')
    if (companyId === sick)
      expect(run.errors).toMatchObject([
        { projection: 'job', seq: 333, type: histories[2]?.[332]?.type, error: 'TypeError: a fault' },
      ])
    const generations = (await projectionStatus(ledger.pool, companyId)).map((each) => [
      each.projection,
      each.generation,
    ])
    for (const [name, generation] of generations) expect(generation).toBe(companyId === sick && name === 'job' ? 1 : 2)
  }
  await Promise.all([one.stop(), other.stop()])
})
