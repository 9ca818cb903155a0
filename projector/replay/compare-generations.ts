import type pg from 'pg'
import type { Projection } from '#core/projections/projection.ts'
import type { Comparison } from '#core/wire/projections.ts'
import { storeOf } from '#projector/rows/row-store.ts'
import { collectDifferences, differenceOf } from './row-differences.ts'

const batchSize = 500

/**
 * Holds two generations of a projection of a company against each other, row by row. `client` is in a transaction that sees one
 * snapshot; no more than a batch of the rows that differ is in memory.
 */
export async function diff(
  client: pg.ClientBase,
  companyId: string,
  projection: Projection,
  { live, built }: { live: number; built: number },
): Promise<Pick<Comparison, 'counts' | 'fields' | 'differences'>> {
  const { fromRecord } = storeOf(projection)
  const gathered = collectDifferences()
  const { text, values, columns } = differing(projection, companyId, live, built)
  const counted = await client.query<{ rows: number }>(countOf(projection, companyId, built))
  await client.query({ text: `declare differing no scroll cursor for ${text}`, values })
  for (;;) {
    const { rows } = await client.query<Record<string, unknown>>(`fetch ${batchSize} from differing`)
    for (const row of rows) {
      const [before, after] = ['before', 'after'].map((side) => recordIn(row, side, columns))
      const shown = (record: object | undefined) => record && fromRecord(record)
      const pair = { key: String(row.key), before: shown(before), after: shown(after) }
      // Columns that are made of others are not among a row's fields.
      gathered.add(differenceOf(pair).fields.length > 0 ? pair : { ...pair, before, after })
    }
    if (rows.length < batchSize) break
  }
  await client.query('close differing')
  const { changed, added } = gathered.counts
  return {
    counts: { ...gathered.counts, same: (counted.rows[0]?.rows ?? 0) - changed - added },
    fields: gathered.fields(),
    differences: gathered.differences(),
  }
}

function recordIn(row: Record<string, unknown>, side: string, columns: readonly string[]) {
  if (row[side] !== true) return undefined
  return Object.fromEntries(columns.map((name) => [name, row[`${side}.${name}`]]))
}

/** The rows that only one side has, or both and not alike; each with the columns of both. */
function differing(projection: Projection, companyId: string, live: number, built: number) {
  const { table, keyColumn, columns } = storeOf(projection)
  const names = Object.keys(columns)
  const ofDocuments = table === 'document'
  const side = (generation: string) =>
    `(select ${names.join(', ')} from ${table} where company_id = $1 and generation = ${generation}${ofDocuments ? ' and projection = $4' : ''})`
  const shown = ['before', 'after'].map((one) => names.map((name) => `${one}.${name} as "${one}.${name}"`).join(', '))
  return {
    columns: names,
    values: [companyId, live, built, ...(ofDocuments ? [projection.name] : [])],
    text: `select coalesce(before.${keyColumn}::text, after.${keyColumn}::text) as key,
        before.${keyColumn} is not null as before, after.${keyColumn} is not null as after, ${shown.join(', ')}
      from ${side('$2')} before full join ${side('$3')} after on before.${keyColumn} = after.${keyColumn}
      where (${names.map((name) => `before.${name}`).join(', ')}) is distinct from (${names.map((name) => `after.${name}`).join(', ')})
      order by 1`,
  }
}

function countOf(projection: Projection, companyId: string, generation: number): pg.QueryConfig {
  const { table } = storeOf(projection)
  const ofDocuments = table === 'document'
  return {
    text: `select count(*) rows from ${table} where company_id = $1 and generation = $2${ofDocuments ? ' and projection = $3' : ''}`,
    values: [companyId, generation, ...(ofDocuments ? [projection.name] : [])],
  }
}
