import type pg from 'pg'
import type { Projection, RowTable } from '#core/projections/projection.ts'
import { dashboardRowMapping } from '#ledger/read-models/dashboard-rows.ts'
import { calendarRowMapping, jobRowMapping, partRowMapping, type RowMapping } from '#ledger/read-models/row-types.ts'
import { columnParameters } from './column-parameters.ts'
import type { Target } from './fold.ts'

const mappings: Record<RowTable, RowMapping<object, Record<string, unknown>>> = {
  job_row: jobRowMapping,
  calendar_row: calendarRowMapping,
  part_row: partRowMapping,
  dashboard_job: dashboardRowMapping,
}

type Written = { projection: string; key: string; row: object; isNew: boolean }

/** How a projection's rows lie in its table, beside `company_id` and `generation`. */
type Store = {
  table: RowTable | 'document'
  /** The column that the row's key is in, and what else of the primary key stands beside company and generation. */
  keyColumn: string
  keyColumns: readonly string[]
  columns: Record<string, string>
  toKey(key: string): object
  toRecord(written: Written): Record<string, unknown>
  fromRecord(record: object): object
}

export function storeOf({ name, table }: Pick<Projection, 'name' | 'table'>): Store {
  if (table) {
    const { key: keyColumn, columns, toRecord, fromRecord } = mappings[table]
    return {
      table,
      keyColumn,
      keyColumns: [keyColumn],
      columns,
      toKey: (key) => ({ [keyColumn]: key }),
      toRecord: ({ row }) => toRecord(row),
      fromRecord,
    }
  }
  return {
    table: 'document',
    keyColumn: 'key',
    keyColumns: ['projection', 'key'],
    columns: { projection: 'text', key: 'text', body: 'jsonb' },
    toKey: (key) => ({ projection: name, key }),
    toRecord: ({ projection, key, row }) => ({ projection, key, body: row }),
    fromRecord: (record) => ('body' in record && record.body instanceof Object ? record.body : record),
  }
}

/** Loads rows by key into the target's memory; a key without a row is known not to be. */
export async function loadRows(client: pg.ClientBase, companyId: string, target: Target, keys: readonly string[]) {
  if (keys.length === 0) return
  const { projection, generation, rows } = target
  const { table, keyColumn, columns, fromRecord } = storeOf(projection)
  const ofDocuments = table === 'document'
  const { rows: found } = await client.query<{ row_key: string }>({
    name: `load ${table}`,
    text: `select ${keyColumn}::text row_key, ${Object.keys(columns).join(', ')} from ${table}
      where company_id = $1 and generation = $2 and ${keyColumn} = any ($3)${ofDocuments ? ' and projection = $4' : ''}`,
    values: [companyId, generation, keys, ...(ofDocuments ? [projection.name] : [])],
  })
  for (const one of keys) rows.set(one, undefined)
  for (const { row_key, ...record } of found) rows.set(row_key, fromRecord(record))
}

/** The statements that write what changed in the targets: at most one that puts rows and one that deletes, for a table's generation. */
export function writes(companyId: string, targets: readonly Target[]): pg.QueryConfig[] {
  const together = Map.groupBy(targets, ({ projection, generation }) => `${storeOf(projection).table} ${generation}`)
  return [...together.values()].flatMap((sharing) => {
    const first = sharing[0]
    if (!first) return []
    const [written, deleted] = [rowsToWrite(sharing), keysOfRemoved(sharing)]
    const store = storeOf(first.projection)
    const place = [companyId, first.generation]
    return [
      ...(written.length > 0 ? [put(store, place, written)] : []),
      ...(deleted.length > 0 ? [remove(store, place, deleted)] : []),
    ]
  })
}

function rowsToWrite(targets: readonly Target[]): Written[] {
  const written: Written[] = []
  for (const { projection, rows, changed, created } of targets)
    for (const key of changed) {
      const row = rows.get(key)
      if (row) written.push({ projection: projection.name, key, row, isNew: created.has(key) })
    }
  return written
}

const keysOfRemoved = (targets: readonly Target[]) =>
  targets.flatMap(({ projection, rows, changed }) => {
    const { toKey } = storeOf(projection)
    return [...changed].flatMap((key) => (rows.get(key) ? [] : [toKey(key)]))
  })

/** `place`: the company and the generation. */
function put(store: Store, place: readonly unknown[], written: readonly Written[]): pg.QueryConfig {
  const { table, keyColumns, columns, toRecord } = store
  const names = Object.keys(columns)
  const changing = names.filter((name) => !keyColumns.includes(name))
  const { selected, source, values } = columnParameters(columns, written.map(toRecord))
  const insert = `insert into ${table} (company_id, generation, ${names.join(', ')})
    select $1::uuid, $2::integer, ${selected} from ${source}`
  // To look for rows that may be there was measured to take a tenth to a fifth of the time again.
  if (written.every((one) => one.isNew)) return { name: `insert ${table}`, text: insert, values: [...place, ...values] }
  return {
    name: `upsert ${table}`,
    text: `${insert} on conflict (company_id, generation, ${keyColumns.join(', ')})
      do update set ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    values: [...place, ...values],
  }
}

function remove(
  { table, keyColumns, columns }: Store,
  place: readonly unknown[],
  keys: readonly object[],
): pg.QueryConfig {
  const types = keyColumns.map((name) => `${name} ${columns[name]}`)
  return {
    name: `delete ${table}`,
    text: `delete from ${table} stored using jsonb_to_recordset($3::jsonb) as gone (${types.join(', ')})
      where stored.company_id = $1 and stored.generation = $2
        and ${keyColumns.map((name) => `stored.${name} = gone.${name}`).join(' and ')}`,
    values: [...place, JSON.stringify(keys)],
  }
}
