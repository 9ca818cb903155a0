import type pg from 'pg'
import type { CheckpointRecord } from '#ledger/read-models/row-types.ts'
import { createCheckpoints, type Release } from './checkpoints.ts'
import { newTarget, type Target } from './fold.ts'
import { sweepGenerations } from './sweep.ts'

/** For so long the rows before a switch are kept for undo, and those of a comparison for promoting them. */
const keptFor = '24 hours'

/**
 * Begins a new generation beside the live one for each projection: `building`, which nobody reads and no live projector
 * touches; or goes on with those that the same run has begun. A company that was never projected gets its live one first, and
 * what others have left behind or compared is removed. Whoever calls this holds {@link lockBuild} of the projections.
 */
export async function startGenerations(
  client: pg.ClientBase,
  companyId: string,
  release: Release,
  runId: string | null = null,
): Promise<Target[]> {
  await createCheckpoints(client, release, companyId)
  const begun = await startedByRun(client, companyId, release, runId)
  await sweepGenerations(client, companyId, release, {
    statuses: ['building', 'compared'],
    but: begun.map(({ projection, generation }) => ({ projection: projection.name, generation })),
  })
  const missing = release.filter((one) => !begun.some(({ projection }) => projection.name === one.name))
  const { rows } = await client.query<{ projection: string; generation: number }>({
    name: 'begin-generations',
    text: `insert into checkpoint (company_id, projection, generation, version, status, run_id)
      select $1, projection, (
          select coalesce(max(generation), 0) + 1 from checkpoint made
          where made.company_id = $1 and made.projection = wanted.projection), version, 'building', $4
      from unnest($2::text[], $3::int[]) as wanted (projection, version)
      returning projection, generation`,
    values: [companyId, missing.map((one) => one.name), missing.map((one) => one.version), runId],
  })
  const made = missing.flatMap((projection) => {
    const row = rows.find((one) => one.projection === projection.name)
    return row ? [newTarget(projection, { generation: row.generation, seq: 0, whole: true })] : []
  })
  if (made.length < missing.length) throw new Error('A generation was not begun')
  return [...begun, ...made]
}

/** What the run has built before: the rows in the tables are exactly those up to the checkpoint's seq. */
async function startedByRun(client: pg.ClientBase, companyId: string, release: Release, runId: string | null) {
  if (runId === null) return []
  const { rows } = await client.query<{ projection: string; generation: number; version: number; seq: number }>({
    name: 'begun-generations',
    text: `select projection, generation, version, seq from checkpoint
      where company_id = $1 and run_id = $2 and status = 'building' and error is null`,
    values: [companyId, runId],
  })
  return release.flatMap((projection) => {
    const row = rows.find((one) => one.projection === projection.name && one.version === projection.version)
    return row ? [newTarget(projection, { generation: row.generation, seq: row.seq, whole: row.seq === 0 })] : []
  })
}

/**
 * Lets one process at a time work on generations of these projections of a company, until it unlocks or its connection ends.
 * Earlier releases lock the whole company instead; the shared lock keeps us off each other.
 */
export async function lockBuild(client: pg.ClientBase, companyId: string, release: Release): Promise<boolean> {
  const { rows: shared } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock_shared(${keyOf('$1::text')}) locked`,
    [companyId],
  )
  if (!shared[0]?.locked) return false
  const names = release.map((one) => one.name)
  const { rows } = await client.query<{ name: string; locked: boolean }>(
    `select name, pg_try_advisory_lock(${keyOf(`$1::text || ' ' || name`)}) locked from unnest($2::text[]) name`,
    [companyId, names],
  )
  const locked = rows.filter((one) => one.locked).map((one) => one.name)
  if (locked.length === names.length) return true
  await unlockNames(client, companyId, locked)
  return false
}
export const unlockBuild = (client: pg.ClientBase, companyId: string, release: Release) =>
  unlockNames(
    client,
    companyId,
    release.map((one) => one.name),
  )

const unlockNames = (client: pg.ClientBase, companyId: string, names: readonly string[]) =>
  client.query(
    `select pg_advisory_unlock_shared(${keyOf('$1::text')}), (
      select count(pg_advisory_unlock(${keyOf(`$1::text || ' ' || name`)})) from unnest($2::text[]) name)`,
    [companyId, names],
  )
const keyOf = (text: string) => `hashtextextended('fettle build ' || ${text}, 0)`

/**
 * Keeps live projectors off these projections of the company to the end of the transaction, so that a switch can neither
 * miss an event nor show a reader an older state. Answers the projections whose live rows a newer release has made:
 * those are not ours to replace.
 */
export async function lockLive(
  client: pg.ClientBase,
  companyId: string,
  targets: readonly Target[],
): Promise<Target[]> {
  const { rows } = await client.query<{ projection: string; version: number }>({
    name: 'hold-live',
    text: `select projection, version from checkpoint
      where company_id = $1 and projection = any ($2) and status in ('live', 'parked')
      order by projection for update`,
    values: [companyId, targets.map((one) => one.projection.name)],
  })
  return targets.filter(({ projection }) =>
    rows.some((one) => one.projection === projection.name && one.version > projection.version),
  )
}

export type Switch = {
  /** Whether the rows that were live are kept for undo. */
  keeps: boolean
  /** When rows of an older version become live: the version that nobody shall build again unasked. */
  undoneVersion?: number
}

/** The statements that make generations live, and keep or retire those that were, instead of any that were kept before. */
export const switchStatements = (companyId: string, targets: readonly Target[], how: Switch): pg.QueryConfig[] => {
  const names = targets.map((one) => one.projection.name)
  const generations = targets.map((one) => one.generation)
  const expires = (status: CheckpointRecord['status']) => (status === 'kept' ? `now() + interval '${keptFor}'` : 'null')
  const before = how.keeps ? 'kept' : 'retired'
  return [
    {
      name: 'retire-kept',
      text: `update checkpoint set status = 'retired', expires_at = null, updated_at = now()
        where company_id = $1 and projection = any ($2) and status in ('kept', 'compared')
          and (projection, generation) not in (select * from unnest($2::text[], $3::int[]))`,
      values: [companyId, names, generations],
    },
    {
      name: `retire-live ${before}`,
      text: `update checkpoint set status = '${before}', expires_at = ${expires(before)}, updated_at = now()
        where company_id = $1 and projection = any ($2) and status in ('live', 'parked')`,
      values: [companyId, names],
    },
    {
      name: 'make-live',
      text: `update checkpoint
        set status = 'live', expires_at = null, run_id = null, undone_version = $4, updated_at = now()
        from unnest($2::text[], $3::int[]) as built (projection, generation)
        where company_id = $1 and checkpoint.projection = built.projection and checkpoint.generation = built.generation`,
      values: [companyId, names, generations, how.undoneVersion ?? null],
    },
  ]
}

/** The statement that lets a generation stand beside the live one as compared. */
export const markCompared = (companyId: string, { projection, generation }: Target): pg.QueryConfig => ({
  name: 'stand-compared',
  text: `update checkpoint set status = 'compared', expires_at = now() + interval '${keptFor}', updated_at = now()
    where company_id = $1 and projection = $2 and generation = $3`,
  values: [companyId, projection.name, generation],
})

/** A generation that stands beside the live one for each of the projections that has one. */
export async function generationsWithStatus(
  client: pg.ClientBase,
  companyId: string,
  release: Release,
  status: 'kept' | 'compared',
): Promise<(Target & { version: number })[]> {
  const { rows } = await client.query<{ projection: string; generation: number; version: number; seq: number }>({
    name: 'generations-at',
    text: `select distinct on (projection) projection, generation, version, seq from checkpoint
      where company_id = $1 and projection = any ($2) and status = $3 and (expires_at is null or expires_at > now())
      order by projection, generation desc`,
    values: [companyId, release.map((one) => one.name), status],
  })
  return release.flatMap((projection) => {
    const row = rows.find((one) => one.projection === projection.name)
    return row ? [{ ...newTarget(projection, { ...row, whole: false }), version: row.version }] : []
  })
}
