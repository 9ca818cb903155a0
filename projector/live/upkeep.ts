import { setTimeout as sleep } from 'node:timers/promises'
import { type ExpressionBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { projections } from '#core/projections/projections.ts'
import { openRunStates } from '#core/wire/replay/run-states.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'
import { lockBuild, unlockBuild } from '#projector/rows/build-lock.ts'
import type { Release } from '#projector/rows/release.ts'
import { sweepGenerations } from '#projector/rows/sweep.ts'
import { unreadableResumer } from './resume-unreadable.ts'
import { deleteOldRuns, requestUpgrades } from './upgrades.ts'

export type UpkeepOptions = {
  /** As fettle_projector, with a query timeout of a minute. */
  pool: pg.Pool
  bell: Bell
  logger: Logger
  release?: Release
  /** Milliseconds between two rounds. */
  every?: number
}

/**
 * Requests replays of rows that an older release built, resumes what another release parked at an event that it did not know, deletes
 * expired generations and those that interrupted replays left behind, and has new tables sampled; repeats until it is stopped. Build
 * locks keep several processes from working on the same company.
 */
export function runUpkeep(options: UpkeepOptions): { stop(): Promise<void> } {
  const { pool, bell, logger, release = projections, every = 10_000 } = options
  const stopping = new AbortController()

  async function keepUp() {
    // This process may retry what failed before it started.
    const [{ now: since } = { now: '' }] = await rowsOf(pool, databaseTime({}))
    while (!stopping.signal.aborted) {
      const requested = await requestUpgrades(pool, release, since)
      if (requested.length > 0) bell.ring('fettle_runs', requested)
      await deleteOldRuns(pool)
      await sweepLeftovers(pool, release)
      for (let round = 0; round < samplings && !stopping.signal.aborted; round += 1) {
        await sampleNewTables(pool)
        await pause(every / samplings)
      }
    }
  }
  const pause = (time: number) => sleep(time, undefined, { signal: stopping.signal }).catch(() => undefined)
  const resumeUnreadable = unreadableResumer({ pool, bell, logger, release, signal: stopping.signal })
  /** On its own: people see rows that stand still, and a sweep can take long. */
  async function keepResuming() {
    while (!stopping.signal.aborted) {
      await resumeUnreadable()
      await pause(every / resumptions)
    }
  }
  async function keepTrying(work: () => Promise<void>) {
    while (!stopping.signal.aborted) {
      try {
        await work()
      } catch (error) {
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'upkeep of the projections failed; retrying')
        await pause(every)
      }
    }
  }
  const running = Promise.all([keepTrying(keepUp), keepTrying(keepResuming)])
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** How many times in a round new tables are looked for: reads of them are slow until they are sampled. */
const samplings = 5

/** How many times in a round parked projections are looked for. */
const resumptions = 5

/** Has PostgreSQL sample the tables that have rows but were never sampled. Returns how many there were. */
export async function sampleNewTables(pool: pg.Pool): Promise<number> {
  const [{ tables } = { tables: 0 }] = await rowsOf(pool, newTables({}))
  return tables
}

const newTables = statement('sample-new-tables', () => db.selectNoFrom(sql<number>`sample_new_tables()`.as('tables')))

async function sweepLeftovers(pool: pg.Pool, release: Release) {
  const companies = await rowsOf(pool, leftovers({}))
  if (companies.length === 0) return
  await withDedicatedConnection(pool, async (client) => {
    for (const { companyId, names } of companies) {
      for (const projection of release.filter((one) => names.includes(one.name))) {
        // Skipped while another process is building it.
        if (!(await lockBuild(client, companyId, [projection]))) continue
        await client.query(retiredLeftovers({ companyId, projection: projection.name }))
        await sweepGenerations(client, companyId, [projection])
        await unlockBuild(client, companyId, [projection])
      }
    }
  })
}

/** Retired, expired, or left behind half built by a run that no open run will resume. */
const isLeftover = ({ or, and, eb, not, exists, selectFrom }: ExpressionBuilder<Tables, 'checkpoint'>) =>
  or([
    eb('status', '=', 'retired'),
    and([eb('status', 'in', ['kept', 'compared']), eb('expires_at', '<', sql<string>`now()`)]),
    and([
      eb('status', '=', 'building'),
      eb('error', 'is', null),
      not(
        exists(
          selectFrom('replay_run as run')
            .select('run.run_id')
            .whereRef('run.company_id', '=', 'checkpoint.company_id')
            .whereRef('run.run_id', '=', 'checkpoint.run_id')
            .where('run.state', 'in', openRunStates),
        ),
      ),
    ]),
  ])

const leftovers = statement('leftover-generations', () =>
  db
    .selectFrom('checkpoint')
    .select('company_id as companyId')
    .select(({ fn }) => fn.agg<string[]>('array_agg', ['projection']).distinct().as('names'))
    .where('status', '<>', 'live')
    .where(isLeftover)
    .groupBy('company_id'),
)

const retiredLeftovers = statement('retire-leftovers', (p: Parameters<{ companyId: string; projection: string }>) =>
  db
    .updateTable('checkpoint')
    .set({ status: 'retired', expires_at: null })
    .where('company_id', '=', p.companyId)
    .where('projection', '=', p.projection)
    .where('status', 'not in', ['live', 'parked'])
    .where(isLeftover),
)

const databaseTime = statement('database-time', () => db.selectNoFrom(sql<string>`now()`.as('now')))
