import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { openRunStates } from '#core/wire/replay/run-states.ts'
import { inTransaction, onConnection } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { knownProjections, namesOf, type Release, type ReleaseNames } from '#projector/rows/release.ts'

/**
 * Requests a replay of the projections whose live rows were built by an older release, unless this release has failed to replay
 * them after `since`, or somebody has undone exactly this version. Returns the companies.
 */
export async function requestUpgrades(pool: pg.Pool, release: Release, since: string): Promise<string[]> {
  const names = namesOf(release)
  if (!(await areAnyOutdated(pool, release))) return []
  await pool.query(cancelledOlder(names))
  return inTransaction(pool, async (client) => {
    // If two processes request upgrades simultaneously, one waits and then finds the other's runs.
    await client.query(upgradeLock({}))
    const runId = randomUUID()
    const { rowCount } = await client.query(upgrades({ ...names, runId, since }))
    return rowCount === 0 ? [] : (await rowsOf(client, requestedIn({ runId }))).map((one) => one.companyId)
  })
}

/** Asked of the index for each projection, which takes no longer with many companies. */
async function areAnyOutdated(pool: pg.Pool, release: Release): Promise<boolean> {
  const oldest = await onConnection(pool, (client) =>
    Promise.all(release.map((one) => rowsOf(client, oldestVersion({ projection: one.name })))),
  )
  return release.some((one, nth) => (oldest[nth]?.[0]?.version ?? one.version) < one.version)
}

const oldestVersion = statement('oldest-version', (p: Parameters<{ projection: string }>) =>
  db
    .selectFrom('checkpoint')
    .select(({ fn }) => fn.min('version').as('version'))
    .where('projection', '=', p.projection)
    .where('status', 'in', ['live', 'parked']),
)

/** Requests by an older release, not yet executed, are pointless now. */
const cancelledOlder = statement('cancel-older-runs', (p: Parameters<ReleaseNames>) =>
  db
    .updateTable('replay_run')
    .set({ state: 'cancelled', ended_at: sql`statement_timestamp()`, updated_at: sql`statement_timestamp()` })
    .where('state', 'in', openRunStates)
    .where(({ fn }) => fn<boolean>('is_older', ['projections', 'versions', p.names, p.versions])),
)

/** Named, as a default that is another at each row cannot be computed by several machines. */
const now = sql<string>`statement_timestamp()`

const upgradeLock = statement('lock-upgrades', () =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended('fettle upgrades', 0))`.as('locked')),
)

const upgrades = statement('request-upgrades', (p: Parameters<ReleaseNames & { runId: string; since: string }>) =>
  db
    .insertInto('replay_run')
    .columns([
      'company_id',
      'run_id',
      'kind',
      'projections',
      'versions',
      'started_by',
      'events_total',
      'created_at',
      'updated_at',
    ])
    .expression((query) =>
      query
        .selectFrom('checkpoint')
        .innerJoin(knownProjections(p), 'known.projection', 'checkpoint.projection')
        .select(({ fn, val }) => [
          'checkpoint.company_id',
          sql<string>`${p.runId}::uuid`.as('run_id'),
          val('replay' as const).as('kind'),
          fn.agg<string[]>('array_agg', ['checkpoint.projection']).as('projections'),
          fn.agg<number[]>('array_agg', ['known.version']).as('versions'),
          val('upgrade' as const).as('started_by'),
          fn.max('checkpoint.seq').as('events_total'),
          now.as('created_at'),
          now.as('updated_at'),
        ])
        .where('status', 'in', ['live', 'parked'])
        .whereRef('checkpoint.version', '<', 'known.version')
        .where(({ eb, fn, ref, val }) => eb(fn.coalesce(ref('undone_version'), val(0)), '<', ref('known.version')))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('replay_run as other')
                .select('other.run_id')
                .whereRef('other.company_id', '=', 'checkpoint.company_id')
                .where(({ eb, fn, ref }) => eb(ref('checkpoint.projection'), '=', fn.any('other.projections')))
                .where(({ and, or, eb, fn, ref }) =>
                  or([
                    eb('other.state', 'in', openRunStates),
                    and([
                      eb('other.state', '=', 'failed'),
                      eb('other.started_by', '=', 'upgrade'),
                      eb('other.created_at', '>', p.since),
                      eb(ref('known.version'), '=', fn.any('other.versions')),
                    ]),
                  ]),
                ),
            ),
          ),
        )
        .groupBy('checkpoint.company_id'),
    ),
)

/** Read apart: Citus returns nothing from an insertion that looks through the same table. */
const requestedIn = statement('requested-upgrades', (p: Parameters<{ runId: string }>) =>
  db.selectFrom('replay_run').select('company_id as companyId').where('run_id', '=', p.runId),
)

/** Nobody needs to know of runs that ended long ago. */
export const deleteOldRuns = (pool: pg.Pool) => pool.query(oldRuns({}))

const oldRuns = statement('delete-old-runs', () =>
  db.deleteFrom('replay_run').where('ended_at', '<', sql<string>`now() - interval '90 days'`),
)
