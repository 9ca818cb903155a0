import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { readableUntil } from '#core/ledger/unreadable.ts'
import { connect } from '#ledger/database/connect.ts'
import { readStreamInPages } from '#ledger/log/read-pages.ts'
import { longJob } from '#test/histories/long-job.ts'
import { openTestLedger } from '#test/histories/stored-history.ts'
import { foldPastJob } from './fold-past-job.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
let pool: pg.Pool
beforeAll(async () => {
  ledger = await openTestLedger()
  pool = connect(ledger.url, 'fettle_api', { max: 2 })
})
afterAll(async () => {
  await pool?.end()
  await ledger?.close()
})

/** A stored job with so many events. */
async function stored(events: number, change: (event: StoredEvent) => object = () => ({})) {
  const of = { companyId: randomUUID(), jobId: randomUUID() }
  const history = longJob(of, events).map((event): StoredEvent => Object.assign({}, event, change(event)))
  await ledger.store(history)
  return { ...of, history }
}
const folded = (events: readonly StoredEvent[]) => foldJob(readableUntil(events).filter(isJobEvent))

test('a job is told at every version as its events up to it tell, also across pages', async () => {
  const { companyId, jobId, history } = await stored(1_203)
  for (const version of [1, 2, 499, 500, 501, 999, 1_000, 1_001, 1_203, 5_000]) {
    const known = history.slice(0, version)
    expect(await foldPastJob(pool, companyId, jobId, { version })).toEqual({
      job: folded(known),
      seq: known.at(-1)?.seq,
    })
  }
  expect(await foldPastJob(pool, companyId, jobId, { version: 0 })).toBeUndefined()
  expect(await foldPastJob(pool, companyId, randomUUID(), {})).toBeUndefined()
  expect(await foldPastJob(pool, randomUUID(), jobId, {})).toBeUndefined()
})

test('at an instant no event is left out in the middle where the clock of the server went back', async () => {
  const backTo = '2024-01-02T00:30:00.000Z'
  const { companyId, jobId, history } = await stored(700, ({ version }) =>
    version === 600 ? { recordedAt: backTo } : {},
  )
  const at = async (instant: string) => (await foldPastJob(pool, companyId, jobId, { at: instant }))?.seq
  expect(await at('2023-12-31T00:00:00.000Z')).toBeUndefined()
  expect(await at(history[9]?.recordedAt ?? '')).toBe(10)
  // The last event that was recorded by then comes after many that were recorded later.
  expect(await at(backTo)).toBe(600)
  expect(await foldPastJob(pool, companyId, jobId, { at: backTo })).toMatchObject({
    job: folded(history.slice(0, 600)),
  })
  expect(await at('2090-01-01T00:00:00.000Z')).toBe(700)
})

test('from an event that cannot be read on, in any page, the job is as it was before it, and that is said', async () => {
  const { companyId, jobId, history } = await stored(1_203, ({ version }) =>
    version === 777 || version === 900 ? { data: [] } : {},
  )
  const before = { job: folded(history.slice(0, 776)), unreadableFrom: 777 }
  expect(await foldPastJob(pool, companyId, jobId, { version: 776 })).toEqual({ job: before.job, seq: 776 })
  for (const version of [777, 778, 1_000, 1_203])
    expect(await foldPastJob(pool, companyId, jobId, { version })).toEqual({ ...before, seq: version })
})

test('of a long job no more than a page is folded for a caller who has hung up', async () => {
  const { companyId, jobId } = await stored(2_400)
  const [gone, hungUp] = [new AbortController(), new Error('The caller has hung up')]
  let reads = 0
  const reading = () => {
    reads += 1
    // The first read finds the last event, the second is that of the first page.
    if (reads === 2) gone.abort(hungUp)
  }
  pool.on('acquire', reading)
  try {
    await expect(foldPastJob(pool, companyId, jobId, {}, gone.signal)).rejects.toBe(hungUp)
  } finally {
    pool.off('acquire', reading)
  }
  expect(reads).toBe(2)
})

test('a long stream is read in pages of at most 500 events, each once and in order', async () => {
  const { companyId, jobId } = await stored(1_500)
  const pages: number[][] = []
  for await (const page of readStreamInPages(pool, companyId, jobId, 1_400))
    pages.push(page.map(({ version }) => version))
  expect(pages.map(({ length }) => length)).toEqual([500, 500, 400])
  expect(pages.flat()).toEqual(Array.from({ length: 1_400 }, (_, nth) => nth + 1))
})
