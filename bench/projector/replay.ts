import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { eventsPerJob, fillLedger } from '#bench/harness/fill-ledger.ts'
import { byTurns, type Row, row } from '#bench/harness/measure.ts'
import { type Measured, startProjectors } from '#bench/harness/measured-processes.ts'
import { start } from '#bench/harness/running-product.ts'
import { projections } from '#core/projections/projections.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect } from '#ledger/database/connect.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { isOpenRun } from '#ledger/read-models/replay-runs.ts'
import { requestRunForAll } from '#ledger/read-models/request-runs.ts'
import { replay } from '#projector/replay/replay.ts'
import { sweepGenerations } from '#projector/rows/sweep.ts'
import { commandsBeside } from './command-latency.ts'

const companies = 50
const quietFor = 10_000

/**
 * Replaying the events of 50 companies into all projections, switched to and the rows before them kept, carried out by one
 * projector process and by two: against reading the same events with `COPY event TO STDOUT` and doing nothing with them. A day
 * after the last replay, when nothing is left to be swept of what it kept for undo, and right after one, when that is swept as
 * well. And how much longer a command takes meanwhile. The database is migrated and empty.
 */
export async function benchReplay(databaseUrl: string, { rounds = 3, events = 1_000_000 } = {}): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  const pool = connect(databaseUrl, 'fettle_projector', { queryTimeout: 60_000 })
  let memory = 0
  await owner.connect()
  const measured = (count: number) => async () => {
    const projectors = await startProjectors(databaseUrl, count)
    try {
      return await perSecond(events, () => replayed(databaseUrl, pool, projectors))
    } finally {
      memory = Math.max(memory, ...projectors.peaks())
      await projectors.stop()
    }
  }
  /** By turns as well: a company's commands while nothing else is done, and while one process replays all the others. */
  const commandsMeanwhile = async () => {
    const running = await start(databaseUrl)
    const projectors = await startProjectors(databaseUrl, 1)
    try {
      const person = await running.registerCompany()
      const { quiet, busy } = await byTurns(
        {
          quiet: () => commandsBeside(running, person, sleep(quietFor)),
          busy: () => commandsBeside(running, person, replayed(databaseUrl, pool, projectors)),
        },
        rounds,
      )
      return { ours: busy, floor: quiet }
    } finally {
      await projectors.stop()
      await running.close()
    }
  }
  try {
    await fillLedger(owner, companies, events / companies / eventsPerJob)
    // Rows to serve while others are built, as there would be.
    await replay(pool)
    const { copy, one, again, two } = await byTurns(
      {
        copy: () => perSecond(events, () => copyOut(owner)),
        one: () => aDayLater(owner, pool).then(measured(1)),
        again: measured(1),
        two: () => aDayLater(owner, pool).then(measured(2)),
      },
      rounds,
    )
    return [
      row('replay of all projections against COPY TO STDOUT', 'events/s', { ours: one, floor: copy, least: 0.25 }),
      row('replay of all projections against 60,000 events/s', 'events/s', { ours: one, floor: 60_000, least: 1 }),
      row('the same right after another against a day later', 'events/s', { ours: again, floor: one, least: 0.8 }),
      row('replay by two processes against one', 'events/s', { ours: two, floor: one, least: 1.5 }),
      row('memory of a process that replays against 500 MB', 'MB', { ours: memory, floor: 500, most: 1 }),
      row('p95 of commands while all is replayed against quiet', 'ms', { ...(await commandsMeanwhile()), most: 2 }),
    ]
  } finally {
    await Promise.all([owner.end(), pool.end()])
  }
}

async function perSecond(events: number, work: () => Promise<void>) {
  const start = performance.now()
  await work()
  return (events * 1_000) / (performance.now() - start)
}

async function copyOut(owner: pg.Client) {
  let bytes = 0
  for await (const chunk of owner.query(copyTo('copy event to stdout'))) bytes += chunk.length
  if (bytes === 0) throw new Error('There are no events')
}

/** What was kept for undo goes, as it does after a day, and the room that it took is free again. No projector runs, who might build. */
async function aDayLater(owner: pg.Client, pool: pg.Pool) {
  const { rows } = await owner.query<{ companyId: string }>('select company_id "companyId" from company_head')
  await withDedicatedConnection(pool, async (client) => {
    for (const { companyId } of rows) await sweepGenerations(client, companyId, projections, { statuses: ['kept'] })
  })
  await owner.query('vacuum (analyze)')
}

/** Asks for a replay as an operator does, and waits until every company has switched. */
async function replayed(databaseUrl: string, pool: pg.Pool, projectors: Measured) {
  const bell = openBell(databaseUrl)
  let rung = Promise.withResolvers<void>()
  bell.listen('fettle_runs', () => {
    rung.resolve()
    rung = Promise.withResolvers()
  })
  try {
    const { rows: heads } = await pool.query<{ companyId: string }>(
      'select company_id "companyId" from company_head limit 1',
    )
    const { companyId = '' } = heads[0] ?? {}
    const { runId, companies: asked } = await requestRunForAll(pool, {
      kind: 'replay',
      projections,
      startedBy: 'operator',
    })
    if (asked < companies) throw new Error('Not every company is replayed')
    bell.ring('fettle_runs', [companyId])
    for (;;) {
      const next = rung.promise
      projectors.look()
      const { rows } = await pool.query<{ open: number; failed: number }>(
        `select count(*) filter (where ${isOpenRun}) open, count(*) filter (where state = 'failed') failed
          from replay_run where run_id = $1`,
        [runId],
      )
      if (rows[0]?.failed) throw new Error('A replay failed')
      if (rows[0]?.open === 0) return
      await next
    }
  } finally {
    await bell.close()
  }
}
