import { type FieldDifference, mostDifferences, type RowDifference } from '#core/wire/projections.ts'

/** Two versions of a row, the live one and the newly built one; either may be absent. */
export type RowPair = { key: string; before: object | undefined; after: object | undefined }

/** How a row differs, field by field, labelled as people know it. */
export function differenceOf({ key, before, after }: RowPair): RowDifference {
  const row = after ?? before ?? {}
  const jobId = textOf(row, 'jobId')
  return {
    key,
    label: labelOf(row) ?? key,
    ...(jobId !== undefined && isId(jobId) ? { jobId } : {}),
    change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    fields: [...fieldsBetween('', before, after)],
  }
}

/** Collects the differences of many rows: exact counts, and the first rows themselves. */
export function collectDifferences() {
  const counts = { changed: 0, added: 0, removed: 0 }
  const fields = new Map<string, number>()
  const differences: RowDifference[] = []
  return {
    add(pair: RowPair) {
      const difference = differenceOf(pair)
      counts[difference.change] += 1
      if (difference.change === 'changed')
        for (const name of new Set(difference.fields.map((one) => withoutPlaces(one.field))))
          fields.set(name, (fields.get(name) ?? 0) + 1)
      if (differences.length < mostDifferences) differences.push(difference)
    },
    counts,
    fields: () =>
      [...fields]
        .map(([field, rows]) => ({ field, rows }))
        .toSorted((a, b) => b.rows - a.rows || (a.field < b.field ? -1 : 1)),
    differences: () => differences.toSorted((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0)),
  }
}

/** What people call the row. */
const labelOf = (row: object) => textOf(row, 'jobRef') ?? textOf(row, 'name')

function textOf(row: object, field: string): string | undefined {
  const value: unknown = Object.hasOwn(row, field) ? Reflect.get(row, field) : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Counts `tasks.3.status` as the field `tasks.status`. */
const withoutPlaces = (field: string) => field.replaceAll(/\.\d+(?=\.|$)/g, '')

function* fieldsBetween(name: string, before: unknown, after: unknown): Generator<FieldDifference> {
  if (isSame(before, after)) return
  const names = namesWithin(before, after)
  if (names) {
    for (const one of names)
      yield* fieldsBetween(name === '' ? one : `${name}.${one}`, valueAt(before, one), valueAt(after, one))
    return
  }
  yield {
    field: name,
    ...(before === undefined ? {} : { before: shown(before) }),
    ...(after === undefined ? {} : { after: shown(after) }),
  }
}

/** The keys that two values are compared by: the fields of both records, or the indexes of lists of equal length. */
function namesWithin(before: unknown, after: unknown): string[] | undefined {
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length && before.some((one) => typeof one === 'object')
      ? Object.keys(before)
      : undefined
  const sides = [before, after].filter((one) => one !== undefined)
  if (!sides.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))) return undefined
  return [...new Set(sides.flatMap((one) => Object.keys(one ?? {})))]
}

const valueAt = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(valueAt(one, name), valueAt(other, name)))
  )
}

const longestShown = 500

/** A value as one line of text. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > longestShown ? `${text.slice(0, longestShown - 1).toWellFormed()}…` : text
}
