import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { eventsPerJob, fillLedger } from '#bench/harness/fill-ledger.ts'
import { alternate, type Row, row } from '#bench/harness/measure.ts'
import { type MeasuredProcesses, startProjectors } from '#bench/harness/measured-processes.ts'
import { startProduct } from '#bench/harness/running-product.ts'
import { projections } from '#core/projections/projections.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect } from '#ledger/database/connect.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { requestRunForAll } from '#ledger/read-models/request-runs.ts'
import { replay } from '#projector/replay/replay.ts'
import { sweepGenerations } from '#projector/rows/sweep.ts'
import { commandLatencyDuring } from './command-latency.ts'

const companies = 50
const quietFor = 10_000

/**
 * Replays of all projections for 50 companies, including the switch, by one projector process and by two, against reading the
 * same events with `COPY event TO STDOUT`. Measured a day after the last replay, when its kept rows have been swept, and right
 * after one, when they still have to be. Also measures how much longer commands take during a replay. The database must be
 * migrated and empty.
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
  /** A company's commands while nothing else runs, and while one process replays all the others. */
  const commandLatency = async () => {
    const product = await startProduct(databaseUrl)
    const projectors = await startProjectors(databaseUrl, 1)
    try {
      const person = await product.registerCompany()
      const { quiet, busy } = await alternate(
        {
          quiet: () => commandLatencyDuring(product, person, sleep(quietFor)),
          busy: () => commandLatencyDuring(product, person, replayed(databaseUrl, pool, projectors)),
        },
        rounds,
      )
      return { ours: busy, floor: quiet }
    } finally {
      await projectors.stop()
      await product.close()
    }
  }
  try {
    await fillLedger(owner, companies, events / companies / eventsPerJob)
    // Live rows to serve during the replays, as in production.
    await replay(pool)
    const { copy, one, again, two } = await alternate(
      {
        copy: () => perSecond(events, () => copyOut(owner)),
        one: () => aDayLater(owner, pool).then(measured(1)),
        again: measured(1),
        two: () => aDayLater(owner, pool).then(measured(2)),
      },
      rounds,
    )
    return [
      row('replay of all projections against COPY TO STDOUT', 'events/s', { ours: one, floor: copy, least: 0.4 }),
      row('replay of all projections against 60,000 events/s', 'events/s', { ours: one, floor: 60_000, least: 1 }),
      row('the same right after another against a day later', 'events/s', { ours: again, floor: one, least: 0.8 }),
      row('replay by two processes against one', 'events/s', { ours: two, floor: one, least: 1.5 }),
      row('memory of a process that replays against 400 MB', 'MB', { ours: memory, floor: 400, most: 1 }),
      row('p95 of commands while all is replayed against quiet', 'ms', { ...(await commandLatency()), most: 2 }),
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

/** Sweeps the rows kept for undo, as happens after a day, and frees their space. No projector may be running. */
async function aDayLater(owner: pg.Client, pool: pg.Pool) {
  const { rows } = await owner.query<{ companyId: string }>('select company_id "companyId" from company_head')
  await withDedicatedConnection(pool, async (client) => {
    for (const { companyId } of rows) await sweepGenerations(client, companyId, projections, { statuses: ['kept'] })
  })
  await owner.query('vacuum (analyze)')
}

/** Requests a replay as an operator does, and waits until every company has switched. */
async function replayed(databaseUrl: string, pool: pg.Pool, projectors: MeasuredProcesses) {
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
    const { runId, companies: requested } = await requestRunForAll(pool, {
      kind: 'replay',
      projections,
      startedBy: 'operator',
    })
    if (requested < companies) throw new Error('Not every company is replayed')
    bell.ring('fettle_runs', [companyId])
    for (;;) {
      const next = rung.promise
      projectors.samplePeaks()
      const { rows } = await pool.query<{ open: number; failed: number }>(
        `select count(*) filter (where state in ('waiting', 'running', 'paused')) open, count(*) filter (where state = 'failed') failed
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
