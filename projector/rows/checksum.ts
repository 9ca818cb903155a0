import { sql } from 'kysely'
import type pg from 'pg'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import { type Parameters, rowsOf, statementByShape } from '#ledger/database/statement.ts'
import { compilable } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { companyColumn, generationColumn, isOfGeneration, layouts, type StoredTable, storeOf } from './stores.ts'

/**
 * A digest of the live rows of each projection of a company, by its name. Equal rows have the same digest, whatever their
 * generation and however they came about. `pool` is connect(databaseUrl, 'fettle_projector').
 */
export async function checksum(pool: pg.Pool, companyId: string): Promise<Record<string, string>> {
  const digests = projections.map(async (one) => [one.name, await digestOf(pool, companyId, one)] as const)
  return Object.fromEntries(await Promise.all(digests))
}

async function digestOf(pool: pg.Pool, companyId: string, projection: Pick<Projection, 'name' | 'table'>) {
  const { table } = storeOf(projection)
  const [row] = await rowsOf(pool, digestOfRows(table, { companyId, projection: projection.name }))
  return row?.digest ?? ''
}

const digestOfRows = statementByShape(
  'checksum',
  (p: Parameters<{ companyId: string; projection: string }>, table: StoredTable) => {
    const generation = sql<number>`${liveOf(p.companyId, p.projection).select('generation')}`
    return compilable(sql<{ digest: string }>`
      select encode(sha256(coalesce(string_agg(
          sha256(convert_to((to_jsonb(stored) - array[${sql.lit(companyColumn)}, ${sql.lit(generationColumn)}])::text, 'UTF8')), null
          order by ${sql.ref(layouts[table].keyColumn)}::text collate "C"), '')), 'hex') digest
        from ${sql.table(table)} stored where ${isOfGeneration(table, p, generation)}`)
  },
)
