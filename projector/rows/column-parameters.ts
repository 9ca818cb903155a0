import { type RawBuilder, sql } from 'kysely'

/** The SQL type of each column by its name. */
export type ColumnTypes = { readonly [column: string]: string }

/**
 * Records as one parameter for each column, by the column's name: PostgreSQL reads these in two thirds of the time that it needs
 * for an array of JSON objects. {@link recordsFrom} turns them into rows again.
 */
export const columnParameters = (
  columns: ColumnTypes,
  records: readonly Record<string, unknown>[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, type]) => {
      const column = records.map((one) => one[name])
      return [name, type === 'jsonb' ? linesOf(column) : arrayOf(column)]
    }),
  )

/** The rows of {@link columnParameters} as a table of a statement, and what to select from it, in the order of the columns. */
export function recordsFrom(columns: ColumnTypes, parameters: Readonly<Record<string, RawBuilder<unknown>>>) {
  const all = Object.entries(columns).map(([name, type]) => ({ name, type }))
  const sources = all.map(({ name, type }) => unnested(parameters[name] ?? sql`null`, type))
  return {
    selected: sql.join(
      all.map(({ name, type }) =>
        type === 'jsonb' || isArray(type)
          ? sql`${sql.ref(`written.${name}`)}::${sql.raw(type)}`
          : sql.ref(`written.${name}`),
      ),
    ),
    source: sql`rows from (${sql.join(sources)}) as written (${sql.join(all.map(({ name }) => sql.ref(name)))})`,
  }
}

const isArray = (type: string) => type.endsWith('[]')

/** The elements of an array cannot be arrays of different lengths, so those are sent as text. */
const unnested = (parameter: RawBuilder<unknown>, type: string) =>
  type === 'jsonb'
    ? sql`string_to_table(${parameter}, E'\\n')`
    : sql`unnest(${parameter}::${sql.raw(isArray(type) ? 'text' : type)}[])`

/** JSON text has no line breaks, so nothing needs escaping. No value of such a column may be null. */
const linesOf = (column: readonly unknown[]) => column.map((value) => JSON.stringify(value)).join('\n')

/** An array as PostgreSQL reads it: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
const arrayOf = (column: readonly unknown[]): string => `{${column.map(elementOf).join(',')}}`

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number') return String(value)
  return quoted(Array.isArray(value) ? arrayOf(value) : String(value))
}

const quoted = (text: string) => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`
