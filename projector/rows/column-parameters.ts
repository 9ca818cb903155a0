/**
 * Records as parameters from $3 on, one for each column: PostgreSQL reads these in two thirds of the time that it takes for an
 * array of JSON objects. `selected` is what to insert of them, in the order of the columns.
 */
export function columnParameters(columns: Record<string, string>, records: readonly Record<string, unknown>[]) {
  const all = Object.entries(columns).map(([name, type], at) => ({ name, type, parameter: `$${at + 3}` }))
  return {
    selected: all
      .map(({ name, type }) => (type === 'jsonb' || type.endsWith('[]') ? `${name}::${type}` : name))
      .join(', '),
    source: `rows from (${all.map(given).join(', ')}) as written (${all.map(({ name }) => name).join(', ')})`,
    values: all.map(({ name, type }) => {
      const column = records.map((one) => one[name])
      return type === 'jsonb' ? linesOf(column) : arrayOf(column)
    }),
  }
}

type Column = { type: string; parameter: string }

/** An array has no elements that are arrays of different lengths: these come as texts. */
const given = ({ type, parameter }: Column) =>
  type === 'jsonb'
    ? `string_to_table(${parameter}, E'\\n')`
    : `unnest(${parameter}::${type.endsWith('[]') ? 'text' : type}[])`

/** JSON has no line breaks of its own, so that nothing in it has to be escaped. No column of it may be null. */
const linesOf = (column: readonly unknown[]) => column.map((value) => JSON.stringify(value)).join('\n')

/** An array as PostgreSQL reads it: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
const arrayOf = (column: readonly unknown[]): string => `{${column.map(elementOf).join(',')}}`

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number') return String(value)
  return quoted(Array.isArray(value) ? arrayOf(value) : String(value))
}

const quoted = (text: string) => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`
