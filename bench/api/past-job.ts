import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import { foldPastJob } from '#api/reads/jobs/fold-past-job.ts'
import { alternate, type Row, row } from '#bench/harness/measure.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { readableUntil } from '#core/ledger/unreadable.ts'
import { connect } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'
import { longJob } from '#test/histories/long-job.ts'
import { storeEvents } from '#test/histories/stored-history.ts'

/**
 * What it takes to tell a job as it was at its last event, a page of events at a time, against all of them at once, as the API once
 * did. The jobs have 10,000 and 100,000 events, 2,000 of them comments. The database must be migrated.
 */
export async function benchPastJob(
  databaseUrl: string,
  { rounds = 5, sizes = [10_000, 100_000] } = {},
): Promise<Row[]> {
  const owner = connect(databaseUrl, undefined, { max: 1, queryTimeout: 60_000 })
  const api = connect(databaseUrl, 'fettle_api', { max: 2, queryTimeout: 60_000 })
  try {
    const rows: Row[] = []
    for (const size of sizes) {
      const of = { companyId: randomUUID(), jobId: randomUUID() }
      const events = longJob(of, size)
      for (let at = 0; at < size; at += 10_000) await storeEvents(owner, events.slice(at, at + 10_000))
      await owner.query('vacuum analyze event')
      const cases = {
        paged: () => foldPastJob(api, of.companyId, of.jobId, {}),
        whole: () => foldWhole(api, of.companyId, of.jobId),
      }
      for (const figure of ['time', 'hold'] as const) {
        const { paged, whole } = await alternate(
          {
            paged: async () => (await measured(cases.paged))[figure],
            whole: async () => (await measured(cases.whole))[figure],
          },
          rounds,
        )
        const most = figure === 'time' ? 1.5 : 0.2
        rows.push(
          row(`${names[figure]}, ${size.toLocaleString('en-GB')} events`, 'ms', { ours: paged, floor: whole, most }),
        )
      }
    }
    return rows
  } finally {
    await Promise.all([owner.end(), api.end()])
  }
}

const names = { time: 'time', hold: 'longest hold' }

/** How long an answer takes, and the longest time that nothing else was done, in ms. */
async function measured(answer: () => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const begun = performance.now()
  await answer()
  const time = performance.now() - begun
  // A hold shows once the loop goes on.
  await new Promise((resolve) => setTimeout(resolve, 5))
  delay.disable()
  return { time, hold: delay.max / 1e6 }
}

const foldWhole = async (pool: pg.Pool, companyId: string, jobId: string) =>
  foldJob(readableUntil((await readStream(pool, companyId, jobId)).filter(isJobEvent)))
