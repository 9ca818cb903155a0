import type pg from 'pg'
import type { Logger } from 'pino'
import type { RunState } from '#core/wire/projections.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { isOpenRun } from '#ledger/read-models/replay-runs.ts'

const every = 500
/** A rate is the mean of so many milliseconds. */
const meanOf = 5_000

/** A run that this process is at. */
export type Work = {
  companyId: string
  runId: string
  done: number
  total: number
  /** What somebody wants of it by now. */
  state: RunState
}
export type Progress = {
  /** Tells how far a run is, and hears what is wanted of it, until the function that it answers is called. */
  follow(work: Work): () => void
  /** Ends after what is being told. */
  stop(): Promise<void>
}

/** Keeps the rows of the runs that this process is at up to date, all with one statement, and rings for who shows them. */
export function openProgress({ pool, bell, logger }: { pool: pg.Pool; bell: Bell; logger: Logger }): Progress {
  const followed = new Map<Work, { at: number; done: number }[]>()
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> | undefined
  let stopped = false

  async function tell() {
    const now = performance.now()
    const works = [...followed].map(([work, steps]) => {
      steps.push({ at: now, done: work.done })
      while (steps.length > 2 && now - (steps[1]?.at ?? now) > meanOf) steps.shift()
      const [first] = steps
      const seconds = first ? (now - first.at) / 1_000 : 0
      return { work, rate: first && seconds > 0 ? (work.done - first.done) / seconds : 0 }
    })
    try {
      const { rows } = await pool.query<{ runId: string; companyId: string; state: RunState }>({
        name: 'tell-progress',
        text: `update replay_run run set events_done = told.done, events_total = told.total, rate = told.rate,
            updated_at = clock_timestamp()
          from jsonb_to_recordset($1) as told ("companyId" uuid, "runId" uuid, done bigint, total bigint, rate real)
          where run.company_id = told."companyId" and run.run_id = told."runId" and run.${isOpenRun}
          returning run.company_id "companyId", run.run_id "runId", state`,
        values: [
          JSON.stringify(
            works.map(({ work: { companyId, runId, done, total }, rate }) => ({ companyId, runId, done, total, rate })),
          ),
        ],
      })
      for (const { work } of works) {
        const row = rows.find((one) => one.runId === work.runId && one.companyId === work.companyId)
        work.state = row?.state ?? 'cancelled'
      }
      bell.ring(
        'fettle_runs',
        works.map((one) => one.work.companyId),
      )
    } catch (error) {
      logger.warn({ err: error }, 'the progress of replays cannot be told')
    }
    if (followed.size > 0 && !stopped) timer = setTimeout(() => (telling = tell()), every)
    else timer = undefined
  }

  return {
    follow(work) {
      followed.set(work, [{ at: performance.now(), done: work.done }])
      timer ??= setTimeout(() => (telling = tell()), every)
      return () => void followed.delete(work)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await telling
    },
  }
}
