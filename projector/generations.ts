import type pg from 'pg'
import type { Projection } from '#core/projections/model.ts'
import { createCheckpoints, type Release } from './checkpoints.ts'
import { newTarget, type Target } from './fold.ts'
import { storeOf } from './row-store.ts'

const sweepSize = 5_000

/**
 * Begins a new generation beside the live one for each projection: `building`, which nobody reads and no live projector
 * touches. A company that was never projected gets its live one first, and what an interrupted build left behind is removed.
 * Whoever calls this holds the company's {@link lockBuild}.
 */
export async function beginGenerations(client: pg.ClientBase, companyId: string, release: Release): Promise<Target[]> {
  const targets: Target[] = []
  await createCheckpoints(client, release, companyId)
  for (const projection of release) {
    await sweep(client, companyId, projection, 'building')
    const { rows } = await client.query<{ generation: number }>({
      name: 'begin-generation',
      text: `insert into checkpoint (company_id, projection, generation, version, status)
        select $1, $2, coalesce(max(generation), 0) + 1, $3, 'building' from checkpoint where company_id = $1 and projection = $2
        returning generation`,
      values: [companyId, projection.name, projection.version],
    })
    const generation = rows[0]?.generation
    if (generation === undefined) throw new Error('No generation was begun')
    targets.push(newTarget(projection, { generation, seq: 0, whole: true }))
  }
  return targets
}

/** Lets one process at a time build generations of a company, until it unlocks or its connection ends. */
export async function lockBuild(client: pg.ClientBase, companyId: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('fettle build ' || $1::text, 0)) locked`,
    [companyId],
  )
  return rows[0]?.locked === true
}
export const unlockBuild = (client: pg.ClientBase, companyId: string) =>
  client.query(`select pg_advisory_unlock(hashtextextended('fettle build ' || $1::text, 0))`, [companyId])

/**
 * Keeps live projectors off these projections of the company to the end of the transaction, so that a switch can neither
 * miss an event nor show a reader an older state. Answers the projections whose live rows a newer release has made:
 * those are not ours to replace.
 */
export async function holdLive(
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

/** The statements that retire the live generations and make the new ones live. */
export const switchTo = (companyId: string, targets: readonly Target[]): pg.QueryConfig[] => {
  const names = targets.map((one) => one.projection.name)
  return [
    {
      name: 'retire-live',
      text: `update checkpoint set status = 'retired', updated_at = now()
        where company_id = $1 and projection = any ($2) and status in ('live', 'parked')`,
      values: [companyId, names],
    },
    {
      name: 'make-live',
      text: `update checkpoint set status = 'live', updated_at = now()
        from unnest($2::text[], $3::int[]) as built (projection, generation)
        where company_id = $1 and checkpoint.projection = built.projection and checkpoint.generation = built.generation`,
      values: [companyId, names, targets.map((one) => one.generation)],
    },
  ]
}

/** Removes generations that nobody reads, their rows first and in small batches, so that no other work waits long. */
export async function sweep(
  client: pg.ClientBase,
  companyId: string,
  projection: Projection,
  status: 'building' | 'retired',
): Promise<void> {
  const { rows } = await client.query<{ generation: number }>({
    name: 'generations-to-sweep',
    text: 'select generation from checkpoint where company_id = $1 and projection = $2 and status = $3',
    values: [companyId, projection.name, status],
  })
  for (const { generation } of rows) {
    await sweepRows(client, companyId, projection, generation)
    await client.query({
      name: 'forget-generation',
      text: 'delete from checkpoint where company_id = $1 and projection = $2 and generation = $3 and status = $4',
      values: [companyId, projection.name, generation, status],
    })
  }
}

async function sweepRows(client: pg.ClientBase, companyId: string, projection: Projection, generation: number) {
  const { table, keyColumn } = storeOf(projection)
  const [its, values] =
    table === 'document'
      ? ['company_id = $1 and generation = $2 and projection = $3', [companyId, generation, projection.name]]
      : ['company_id = $1 and generation = $2', [companyId, generation]]
  for (let deleted = sweepSize; deleted === sweepSize; ) {
    const { rowCount } = await client.query({
      name: `sweep ${table}`,
      text: `delete from ${table} where ${its}
        and ${keyColumn} = any (array (select ${keyColumn} from ${table} where ${its} limit ${sweepSize}))`,
      values,
    })
    deleted = rowCount ?? 0
  }
}
