import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import { readJobHistory } from '#api/history/job-history.ts'
import { inTurns } from '#api/http/turns/in-turns.ts'
import { alternate, type Row, row } from '#bench/harness/measure.ts'
import { historySteps } from '#core/history/history.ts'
import { connect } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'
import { longJob } from '#test/histories/long-job.ts'
import { storeEvents } from '#test/histories/stored-history.ts'

const [companyId, jobId] = [randomUUID(), randomUUID()]

/**
 * What it takes to answer with the newest page of a job's history, and with an older one, against the whole history, as the API
 * once answered. The job has 2,000 comments among 5,000 events. The database must be migrated.
 */
export async function benchJobHistory(databaseUrl: string, { rounds = 5 } = {}): Promise<Row[]> {
  const owner = connect(databaseUrl, undefined, { max: 1, queryTimeout: 60_000 })
  const api = connect(databaseUrl, 'fettle_api', { max: 2 })
  try {
    await storeEvents(owner, longJob({ companyId, jobId }, 5_000))
    await owner.query('vacuum analyze event')
    const page = (query: Parameters<typeof readJobHistory>[4]) => () =>
      readJobHistory(api, companyId, 'office', jobId, query)
    const cases = {
      whole: () => readWhole(api),
      newest: page({ limit: 100 }),
      older: page({ limit: 250, before: 2_500 }),
    }
    const found = async (figure: Figure) => {
      const { whole, newest, older } = await alternate(
        {
          whole: async () => (await measured(cases.whole))[figure],
          newest: async () => (await measured(cases.newest))[figure],
          older: async () => (await measured(cases.older))[figure],
        },
        rounds,
      )
      return [
        row(`${names[figure]}, newest 100 events of a job of 5,000`, units[figure], {
          ours: newest,
          floor: whole,
          most: 0.1,
        }),
        row(`${names[figure]}, 250 older events`, units[figure], { ours: older, floor: whole, most: 0.2 }),
      ]
    }
    // Each code path is compiled before the first figure that counts.
    await found('bytes')
    return [...(await found('bytes')), ...(await found('work')), ...(await found('hold'))]
  } finally {
    await Promise.all([owner.end(), api.end()])
  }
}

type Figure = 'bytes' | 'work' | 'hold'
const names = { bytes: 'size of the answer', work: "the main thread's time", hold: 'longest hold' }
const units = { bytes: 'kB', work: 'ms', hold: 'ms' }

/** The size of an answer in kB, the main thread's processor time, and the longest time that nothing else was done, in ms. */
async function measured(answer: () => Promise<unknown>): Promise<Record<Figure, number>> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const before = process.threadCpuUsage()
  const text = JSON.stringify(await answer())
  const { user, system } = process.threadCpuUsage(before)
  // A hold shows once the loop goes on.
  await new Promise((resolve) => setTimeout(resolve, 5))
  delay.disable()
  return { bytes: text.length / 1_000, work: (user + system) / 1_000, hold: delay.max / 1e6 }
}

async function readWhole(pool: pg.Pool) {
  const events = await readStream(pool, companyId, jobId)
  return { entries: (await inTurns(historySteps(events))).reverse(), events }
}
