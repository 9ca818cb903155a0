import { sql } from 'kysely'
import type pg from 'pg'
import type { Projection } from '#core/projections/projection.ts'
import { type Parameters, rowsOf, statement, statementByShape } from '#ledger/database/statement.ts'
import { compilable, db } from '#ledger/database/statement-compiler.ts'
import type { CheckpointRecord } from '#ledger/read-models/row-types.ts'
import type { Release } from './release.ts'
import { companyColumn, type Generation, isOfGeneration, type StoredTable, storeOf } from './stores.ts'

const sweepSize = 5_000

export type Sweep = {
  /** Generations with these statuses are retired first, in addition to those already retired. */
  statuses?: readonly CheckpointRecord['status'][]
  /** Generations that stay. */
  but?: readonly { projection: string; generation: number }[]
  /** Awaited between two batches: live work has priority. */
  between?: () => Promise<unknown>
}

/**
 * Deletes generations that nobody reads, their rows first and in small batches, so that no other work waits long. They are retired
 * before that, as half a generation can be neither resumed nor switched to. The caller must hold the build lock of the projections.
 */
export async function sweepGenerations(
  client: pg.ClientBase,
  companyId: string,
  release: Release,
  { statuses = [], but = [], between }: Sweep = {},
): Promise<void> {
  const names = release.map((one) => one.name)
  const kept = { keptNames: but.map((one) => one.projection), keptGenerations: but.map((one) => one.generation) }
  const retired = await rowsOf(client, retiredGenerations({ companyId, names, statuses, ...kept }))
  for (const { projection: name, generation } of retired) {
    const projection = release.find((one) => one.name === name)
    if (!projection) continue
    await sweepRows(client, companyId, projection, generation, between)
    await client.query(deletedCheckpoint({ companyId, projection: name, generation }))
  }
}

type Retired = {
  companyId: string
  names: readonly string[]
  statuses: readonly string[]
  keptNames: readonly string[]
  keptGenerations: readonly number[]
}

/** An update does not see its own changes, so those that it retires are added to those that already were. */
const retiredGenerations = statement('generations-to-sweep', (p: Parameters<Retired>) =>
  db
    .with('retired', (query) =>
      query
        .updateTable('checkpoint')
        .set({ status: 'retired', expires_at: null, updated_at: sql`now()` })
        .where('company_id', '=', p.companyId)
        .where(({ eb, fn }) => eb('projection', '=', fn.any(p.names)))
        .where(({ eb, fn }) => eb(eb.ref('status').$castTo<string>(), '=', fn.any(p.statuses)))
        .where('status', 'not in', ['live', 'parked'])
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('projection', 'generation'),
            'not in',
            selectFrom(
              sql<{
                projection: string
                generation: number
              }>`unnest(${p.keptNames}::text[], ${p.keptGenerations}::int[])`.as<'kept'>(
                sql`kept (projection, generation)`,
              ),
            )
              .select(['kept.projection', 'kept.generation'])
              .$asTuple('projection', 'generation'),
          ),
        )
        .returning(['projection', 'generation']),
    )
    .selectFrom('retired')
    .select(['retired.projection', 'retired.generation'])
    .union((query) =>
      query
        .selectFrom('checkpoint')
        .select(['checkpoint.projection', 'checkpoint.generation'])
        .where('company_id', '=', p.companyId)
        .where(({ eb, fn }) => eb('projection', '=', fn.any(p.names)))
        .where('status', '=', 'retired'),
    ),
)

const deletedCheckpoint = statement('delete-retired-generation', (p: Parameters<Generation>) =>
  db
    .deleteFrom('checkpoint')
    .where('company_id', '=', p.companyId)
    .where('projection', '=', p.projection)
    .where('generation', '=', p.generation)
    .where('status', '=', 'retired'),
)

async function sweepRows(
  client: pg.ClientBase,
  companyId: string,
  projection: Projection,
  generation: number,
  between: Sweep['between'],
) {
  const { table } = storeOf(projection)
  const some = someDeleted(table, { companyId, projection: projection.name, generation })
  for (let deleted = sweepSize; deleted === sweepSize; ) {
    await between?.()
    const { rowCount } = await client.query(some)
    deleted = rowCount ?? 0
  }
}

/** By physical location, which spares a second index lookup: nobody writes to a generation that nobody reads. */
const someDeleted = statementByShape('sweep-rows', (p: Parameters<Generation>, table: StoredTable) =>
  compilable(sql`
    delete from ${sql.table(table)} where ${sql.ref(companyColumn)} = ${p.companyId} and ctid = any (array (
      select ctid from ${sql.table(table)} where ${isOfGeneration(table, p, p.generation)} limit ${sql.lit(sweepSize)}))`),
)
