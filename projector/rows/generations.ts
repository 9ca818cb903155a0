import { sql } from 'kysely'
import type pg from 'pg'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { createCheckpoints } from './checkpoints.ts'
import { newTarget, type Target } from './fold.ts'
import { knownProjections, namesOf, type Release, type ReleaseNames } from './release.ts'
import { sweepGenerations } from './sweep.ts'

/**
 * Starts a new generation of each projection alongside the live one, with status `building`: no reader sees it and no live
 * projector touches it. Generations that the same run has already started are resumed. A company that was never projected gets
 * its live generations first; leftovers and comparisons of other runs are removed. The caller must hold the projections' build
 * lock.
 */
export async function startGenerations(
  client: pg.ClientBase,
  companyId: string,
  release: Release,
  runId: string | null = null,
): Promise<Target[]> {
  await createCheckpoints(client, release, companyId)
  const started = runId === null ? [] : await startedByRun(client, companyId, release, runId)
  await sweepGenerations(client, companyId, release, {
    statuses: ['building', 'compared'],
    but: started.map(({ projection, generation }) => ({ projection: projection.name, generation })),
  })
  const missing = release.filter((one) => !started.some(({ projection }) => projection.name === one.name))
  const names = namesOf(missing)
  await client.query(newGenerations({ ...names, companyId, runId }))
  // Not RETURNING, which Citus gets wrong in an INSERT ... SELECT that names its own table. Older ones with this status are gone.
  const rows = await rowsOf(client, newestGenerations({ ...names, companyId, status: 'building' }))
  const created = missing.flatMap((projection) => {
    const row = rows.find((one) => one.projection === projection.name)
    return row ? [newTarget(projection, { generation: row.generation, seq: 0, whole: true })] : []
  })
  if (created.length < missing.length) throw new Error('A generation was not started')
  return [...started, ...created]
}

type NewGenerations = ReleaseNames & { companyId: string; runId: string | null }

const newGenerations = statement('start-generations', (p: Parameters<NewGenerations>) =>
  db
    .insertInto('checkpoint')
    .columns(['company_id', 'projection', 'generation', 'version', 'status', 'run_id'])
    .expression((query) =>
      query
        .selectFrom(['company_head as head', knownProjections(p)])
        .where('head.company_id', '=', p.companyId)
        .select(({ selectFrom, val }) => [
          'head.company_id',
          'known.projection',
          selectFrom('checkpoint as previous')
            .select(({ eb, fn, val }) => eb(fn.coalesce(fn.max('previous.generation'), val(0)), '+', 1).as('next'))
            .whereRef('previous.company_id', '=', 'head.company_id')
            .whereRef('previous.projection', '=', 'known.projection')
            .as('generation'),
          'known.version',
          val('building' as const).as('status'),
          sql<string | null>`${p.runId}::uuid`.as('run_id'),
        ]),
    ),
)

/** What the run has built so far: the rows in the tables are exactly those up to the checkpoint's seq. */
async function startedByRun(client: pg.ClientBase, companyId: string, release: Release, runId: string) {
  const rows = await rowsOf(client, generationsOfRun({ companyId, runId }))
  return release.flatMap((projection) => {
    const row = rows.find((one) => one.projection === projection.name && one.version === projection.version)
    return row ? [newTarget(projection, { generation: row.generation, seq: row.seq, whole: row.seq === 0 })] : []
  })
}

const generationsOfRun = statement('generations-of-run', (p: Parameters<{ companyId: string; runId: string }>) =>
  db
    .selectFrom('checkpoint')
    .select(['projection', 'generation', 'version', 'seq'])
    .where('company_id', '=', p.companyId)
    .where('run_id', '=', p.runId)
    .where('status', '=', 'building')
    .where('error', 'is', null),
)

/** The generation with this status, the newest, of each of the projections that has one which has not expired. */
export async function generationsWithStatus(
  client: pg.ClientBase,
  companyId: string,
  release: Release,
  status: 'kept' | 'compared',
): Promise<(Target & { version: number })[]> {
  const rows = await rowsOf(client, newestGenerations({ ...namesOf(release), companyId, status }))
  return release.flatMap((projection) => {
    const row = rows.find((one) => one.projection === projection.name)
    return row ? [{ ...newTarget(projection, { ...row, whole: false }), version: row.version }] : []
  })
}

type Wanted = { companyId: string; names: readonly string[]; status: 'building' | 'kept' | 'compared' }

const newestGenerations = statement('generations-with-status', (p: Parameters<Wanted>) =>
  db
    .selectFrom('checkpoint')
    .distinctOn('projection')
    .select(['projection', 'generation', 'version', 'seq'])
    .where('company_id', '=', p.companyId)
    .where(({ eb, fn }) => eb('projection', '=', fn.any(p.names)))
    .where('status', '=', p.status)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<string>`now()`)]))
    .orderBy('projection')
    .orderBy('generation', 'desc'),
)
