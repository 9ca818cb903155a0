import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openRunStates, type RunState } from '#core/wire/replay/run-states.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const every = 500
/** A rate is the mean over this many milliseconds. */
const meanOf = 5_000

/** A run that this process is executing. */
export type Work = {
  companyId: string
  runId: string
  done: number
  total: number
  /** The state that somebody has put it into. */
  state: RunState
}
export type Progress = {
  /** Reports how far a run is and reads its state, until the returned function is called. */
  follow(work: Work): () => void
  /** Stops after the report under way. */
  stop(): Promise<void>
}

/** Keeps the progress of this process's runs up to date, all in one statement, and rings the bell for those who show it. */
export function openProgress({ pool, bell, logger }: { pool: pg.Pool; bell: Bell; logger: Logger }): Progress {
  const followed = new Map<Work, { at: number; done: number }[]>()
  let timer: NodeJS.Timeout | undefined
  let reporting: Promise<void> | undefined
  let stopped = false

  async function report() {
    const now = performance.now()
    const works = [...followed].map(([work, steps]) => {
      steps.push({ at: now, done: work.done })
      while (steps.length > 2 && now - (steps[1]?.at ?? now) > meanOf) steps.shift()
      const [first] = steps
      const seconds = first ? (now - first.at) / 1_000 : 0
      return { work, rate: first && seconds > 0 ? (work.done - first.done) / seconds : 0 }
    })
    try {
      const reports = works.map(({ work: { companyId, runId, done, total }, rate }) => ({
        company_id: companyId,
        run_id: runId,
        done,
        total,
        rate,
      }))
      const rows = await rowsOf(pool, updatedProgress({ reports: JSON.stringify(reports) }))
      for (const { work } of works) {
        const row = rows.find((one) => one.runId === work.runId && one.companyId === work.companyId)
        work.state = row?.state ?? 'cancelled'
      }
      bell.ring(
        'fettle_runs',
        works.map((one) => one.work.companyId),
      )
    } catch (error) {
      logger.warn({ err: error }, 'cannot record the progress of replays')
    }
    if (followed.size > 0 && !stopped) timer = setTimeout(() => (reporting = report()), every)
    else timer = undefined
  }

  return {
    follow(work) {
      followed.set(work, [{ at: performance.now(), done: work.done }])
      timer ??= setTimeout(() => (reporting = report()), every)
      return () => void followed.delete(work)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await reporting
    },
  }
}

type Report = { company_id: string; run_id: string; done: number; total: number; rate: number }

const updatedProgress = statement('update-progress', (p: Parameters<{ reports: string }>) =>
  db
    .updateTable('replay_run as run')
    .from(
      sql<Report>`jsonb_to_recordset(${p.reports}::jsonb)`.as<'reports'>(
        sql`reports (company_id uuid, run_id uuid, done bigint, total bigint, rate real)`,
      ),
    )
    .set(({ ref }) => ({
      events_done: ref('reports.done'),
      events_total: ref('reports.total'),
      rate: ref('reports.rate'),
      updated_at: sql`statement_timestamp()`,
    }))
    .whereRef('run.company_id', '=', 'reports.company_id')
    .whereRef('run.run_id', '=', 'reports.run_id')
    .where('run.state', 'in', openRunStates)
    .returning(['run.company_id as companyId', 'run.run_id as runId', 'run.state']),
)
