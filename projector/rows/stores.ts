import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Projection, RowTable } from '#core/projections/projection.ts'
import type { Parameters } from '#ledger/database/statement.ts'
import type { DocumentTable, Tables } from '#ledger/database/tables.ts'
import { dashboardRowMapping } from '#ledger/read-models/dashboard-rows.ts'
import { calendarRowMapping, jobRowMapping, partRowMapping, type RowMapping } from '#ledger/read-models/row-types.ts'
import { siteJobMapping, siteNameMapping, siteRowMapping } from '#ledger/read-models/site-rows.ts'
import type { ColumnTypes } from './column-parameters.ts'

/** A table that holds rows of projections. */
export type StoredTable = RowTable | 'document'

/** How rows are stored in a table, apart from `company_id` and `generation`. */
export type TableLayout = {
  table: StoredTable
  /** The column that holds the row's key. */
  keyColumn: string
  /** The columns of the primary key after the company and the generation. */
  keyColumns: readonly string[]
  columns: ColumnTypes
}

/** How a projection's rows are stored. */
export type Store = TableLayout & {
  toKey(key: string): object
  toRecord(written: WrittenRow): Record<string, unknown>
  fromRecord(record: object): object
}
export type WrittenRow = { projection: string; key: string; row: object; isNew: boolean }

const documentKey = ['projection', 'key'] as const satisfies (keyof DocumentTable)[]
const documentColumns = { projection: 'text', key: 'text', body: 'jsonb' } satisfies Partial<
  Record<keyof DocumentTable, string>
>

const mappings: { [Table in RowTable]: RowMapping<object, Record<keyof Tables[Table], unknown>> } = {
  job_row: jobRowMapping,
  calendar_row: calendarRowMapping,
  part_row: partRowMapping,
  dashboard_job: dashboardRowMapping,
  site_row: siteRowMapping,
  site_name: siteNameMapping,
  site_job: siteJobMapping,
}

const layoutOf = (table: RowTable): TableLayout => {
  const { key, columns } = mappings[table]
  return { table, keyColumn: key, keyColumns: [key], columns }
}

export const layouts: { readonly [Table in StoredTable]: TableLayout } = {
  job_row: layoutOf('job_row'),
  calendar_row: layoutOf('calendar_row'),
  part_row: layoutOf('part_row'),
  dashboard_job: layoutOf('dashboard_job'),
  site_row: layoutOf('site_row'),
  site_name: layoutOf('site_name'),
  site_job: layoutOf('site_job'),
  document: { table: 'document', keyColumn: 'key', keyColumns: documentKey, columns: documentColumns },
}

export function storeOf({ name, table }: Pick<Projection, 'name' | 'table'>): Store {
  if (table) {
    const layout = layouts[table]
    const { toRecord, fromRecord } = mappings[table]
    return {
      ...layout,
      toKey: (key) => ({ [layout.keyColumn]: key }),
      toRecord: ({ row }) => toRecord(row),
      fromRecord,
    }
  }
  return {
    ...layouts.document,
    toKey: (key) => ({ projection: name, key }),
    toRecord: ({ projection, key, row }) => ({ projection, key, body: row }),
    fromRecord: (record) => ('body' in record && record.body instanceof Object ? record.body : record),
  }
}

/** A generation of a projection of a company. */
export type Generation = { companyId: string; projection: string; generation: number }

type PlaceColumn = keyof Tables[StoredTable]
/** The columns that all of these tables begin their primary key with. */
export const [companyColumn, generationColumn] = ['company_id', 'generation'] as const satisfies PlaceColumn[]

/** The condition for the rows of one generation in a table. The documents of all projections share one table. */
export const isOfGeneration = (
  table: StoredTable,
  p: Parameters<Pick<Generation, 'companyId' | 'projection'>>,
  generation: RawBuilder<number>,
) => {
  const place = sql<SqlBool>`${sql.ref(companyColumn)} = ${p.companyId} and ${sql.ref(generationColumn)} = ${generation}`
  return table === 'document' ? sql<SqlBool>`${place} and ${sql.ref(documentKey[0])} = ${p.projection}` : place
}

/** The names of columns in SQL, separated by commas; of the table of that name in the query, if one is given. */
export const columnList = (names: readonly string[], table?: string) =>
  sql.join(names.map((name) => sql.ref(table ? `${table}.${name}` : name)))
