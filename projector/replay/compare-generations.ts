import { sql } from 'kysely'
import type pg from 'pg'
import type { Projection } from '#core/projections/projection.ts'
import type { Comparison } from '#core/wire/projections.ts'
import { type Parameters, rowsOf, statementByShape } from '#ledger/database/statement.ts'
import { compilable } from '#ledger/database/statement-compiler.ts'
import {
  columnList,
  type Generation,
  isOfGeneration,
  layouts,
  type StoredTable,
  storeOf,
} from '#projector/rows/stores.ts'
import { collectDifferences, differenceOf } from './row-differences.ts'

const batchSize = 500

/**
 * Compares two generations of a projection of a company, row by row. `client` must be in a transaction with one snapshot; no more
 * than a batch of the differing rows is in memory.
 */
export async function compareGenerations(
  client: pg.ClientBase,
  companyId: string,
  projection: Projection,
  { live, built }: { live: number; built: number },
): Promise<Pick<Comparison, 'counts' | 'fields' | 'differences'>> {
  const { table, columns, fromRecord } = storeOf(projection)
  const names = Object.keys(columns)
  const collected = collectDifferences()
  const place = { companyId, projection: projection.name }
  const [counted] = await rowsOf(client, rowCount(table, { ...place, generation: built }))
  const { text, values } = differingRows(table, { ...place, live, built })
  await client.query({ text: `declare differing no scroll cursor for ${text}`, values })
  for (;;) {
    const { rows } = await client.query<Record<string, unknown>>(`fetch ${batchSize} from differing`)
    for (const row of rows) {
      const [before, after] = ['before', 'after'].map((side) => recordIn(row, side, names))
      const shown = (record: object | undefined) => record && fromRecord(record)
      const pair = { key: String(row.key), before: shown(before), after: shown(after) }
      // Columns that are computed from others are not among a row's fields.
      collected.add(differenceOf(pair).fields.length > 0 ? pair : { ...pair, before, after })
    }
    if (rows.length < batchSize) break
  }
  await client.query('close differing')
  const { changed, added } = collected.counts
  return {
    counts: { ...collected.counts, same: (counted?.rows ?? 0) - changed - added },
    fields: collected.fields(),
    differences: collected.differences(),
  }
}

function recordIn(row: Record<string, unknown>, side: string, columns: readonly string[]) {
  if (row[side] !== true) return undefined
  return Object.fromEntries(columns.map((name) => [name, row[`${side}.${name}`]]))
}

type Pair = { companyId: string; projection: string; live: number; built: number }

/** The rows that only one generation has, or both but not alike; each with the columns of both. */
const differingRows = statementByShape('differing-rows', (p: Parameters<Pair>, table: StoredTable) => {
  const { keyColumn, columns } = layouts[table]
  const names = Object.keys(columns)
  const side = (generation: typeof p.live) =>
    sql`(select ${columnList(names)} from ${sql.table(table)} where ${isOfGeneration(table, p, generation)})`
  const key = (one: string) => sql.ref(`${one}.${keyColumn}`)
  const shown = ['before', 'after'].flatMap((one) =>
    names.map((name) => sql`${sql.ref(`${one}.${name}`)} as ${sql.id(`${one}.${name}`)}`),
  )
  return compilable(sql<Record<string, unknown>>`
    select coalesce(${key('before')}::text, ${key('after')}::text) as key,
      ${key('before')} is not null as before, ${key('after')} is not null as after, ${sql.join(shown)}
    from ${side(p.live)} before full join ${side(p.built)} after on ${key('before')} = ${key('after')}
    where (${columnList(names, 'before')}) is distinct from (${columnList(names, 'after')})
    order by 1`)
})

const rowCount = statementByShape('count-rows', (p: Parameters<Generation>, table: StoredTable) =>
  compilable(
    sql<{
      rows: number
    }>`select count(*) rows from ${sql.table(table)} where ${isOfGeneration(table, p, p.generation)}`,
  ),
)
