import type pg from 'pg'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import { liveGeneration } from '#ledger/read-models/live-generation.ts'
import { storeOf } from './row-store.ts'

/**
 * A digest of the live rows of each projection of a company, by its name. It is the same for the same rows, whatever
 * generation they are of and however they came about. `pool` is connect(databaseUrl, 'fettle_projector').
 */
export async function checksum(pool: pg.Pool, companyId: string): Promise<Record<string, string>> {
  const digests = projections.map(async (one) => [one.name, await digestOf(pool, companyId, one)] as const)
  return Object.fromEntries(await Promise.all(digests))
}

async function digestOf(pool: pg.Pool, companyId: string, projection: Pick<Projection, 'name' | 'table'>) {
  const { table, keyColumn } = storeOf(projection)
  const { rows } = await pool.query<{ digest: string }>(
    `select encode(sha256(coalesce(string_agg(
        sha256(convert_to((to_jsonb(stored) - '{company_id,generation}'::text[])::text, 'UTF8')), null
        order by ${keyColumn}::text collate "C"), '')), 'hex') digest
      from ${table} stored
      where company_id = $1 and generation = ${liveGeneration('$1', '$2')}
        ${table === 'document' ? 'and projection = $2' : ''}`,
    [companyId, projection.name],
  )
  return rows[0]?.digest ?? ''
}
