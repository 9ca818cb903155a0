import type pg from 'pg'
import type { Projection } from '#core/projections/projection.ts'
import type { CheckpointRecord } from '#ledger/read-models/row-types.ts'
import type { Release } from './checkpoints.ts'
import { storeOf } from './row-store.ts'

const sweepSize = 5_000

export type Sweep = {
  /** What is retired first, beside what is already. */
  statuses?: readonly CheckpointRecord['status'][]
  /** These stay. */
  but?: readonly { projection: string; generation: number }[]
  /** Awaited between two batches: live work comes first. */
  between?: () => Promise<unknown>
}

/**
 * Removes generations that nobody reads, their rows first and in small batches, so that no other work waits long. They are retired
 * before that: half of one can neither be gone on with nor switched to. Whoever calls this holds the build lock of the projections.
 */
export async function sweepGenerations(
  client: pg.ClientBase,
  companyId: string,
  release: Release,
  { statuses = [], but = [], between }: Sweep = {},
): Promise<void> {
  const names = release.map((one) => one.name)
  const kept = [but.map((one) => one.projection), but.map((one) => one.generation)]
  const { rows } = await client.query<{ projection: string; generation: number }>({
    name: 'generations-to-sweep',
    text: `with retired as (
        update checkpoint set status = 'retired', expires_at = null, updated_at = now()
        where company_id = $1 and projection = any ($2) and status = any ($3) and status not in ('live', 'parked')
          and (projection, generation) not in (select * from unnest($4::text[], $5::int[]))
        returning projection, generation)
      select * from retired union
      select projection, generation from checkpoint where company_id = $1 and projection = any ($2) and status = 'retired'`,
    values: [companyId, names, statuses, ...kept],
  })
  for (const { projection: name, generation } of rows) {
    const projection = release.find((one) => one.name === name)
    if (!projection) continue
    await sweepRows(client, companyId, projection, generation, between)
    await client.query({
      name: 'forget-generation',
      text: `delete from checkpoint where company_id = $1 and projection = $2 and generation = $3 and status = 'retired'`,
      values: [companyId, name, generation],
    })
  }
}

async function sweepRows(
  client: pg.ClientBase,
  companyId: string,
  projection: Projection,
  generation: number,
  between: Sweep['between'],
) {
  const { table } = storeOf(projection)
  const [its, values] =
    table === 'document'
      ? ['company_id = $1 and generation = $2 and projection = $3', [companyId, generation, projection.name]]
      : ['company_id = $1 and generation = $2', [companyId, generation]]
  for (let deleted = sweepSize; deleted === sweepSize; ) {
    await between?.()
    const { rowCount } = await client.query({
      name: `sweep ${table}`,
      // By their places, which no index has to find again: nobody writes a generation that nobody reads.
      text: `delete from ${table} where ctid = any (array (select ctid from ${table} where ${its} limit ${sweepSize}))`,
      values,
    })
    deleted = rowCount ?? 0
  }
}
