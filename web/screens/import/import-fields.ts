import { type ImportField, type ImportPlan, type ImportReading, importFields } from '#core/wire/imports.ts'

/** The fields' names on the other screens. */
export const fieldNames: Record<ImportField, string> = {
  workOrder: 'Work Order',
  apartmentName: 'Apartment Name',
  createdAt: 'Created On',
  agency: 'Agency',
  receivedBy: 'Received By',
  description: 'Job Tasks',
  price: 'Task price',
  status: 'Status',
}

/** The field a column goes to; empty if it is not imported. */
export const fieldOf = ({ mapping }: Pick<ImportReading, 'mapping'>, column: string): ImportField | '' =>
  importFields.find((field) => mapping[field]?.includes(column)) ?? ''

/** What a person has chosen of how a file is read. */
export const readingOf = ({ mapping, dayOrder, corrections, oneJobPerOrder }: ImportPlan): ImportReading => ({
  mapping,
  corrections,
  ...(dayOrder === undefined ? {} : { dayOrder }),
  ...(oneJobPerOrder === undefined ? {} : { oneJobPerOrder }),
})

/** The reading with a column assigned to another field, or to none. */
export function withField(reading: ImportReading, column: string, field: ImportField | ''): ImportReading {
  const without = Object.entries(reading.mapping).map(([one, columns]) => [
    one,
    columns.filter((name) => name !== column),
  ])
  const mapping: ImportReading['mapping'] = Object.fromEntries(without)
  return { ...reading, mapping: field ? { ...mapping, [field]: [...(mapping[field] ?? []), column] } : mapping }
}

/** The reading with a value of a column replaced, including where an earlier correction put it. */
export function withCorrection(reading: ImportReading, column: string, value: string, to: string): ImportReading {
  const before = Object.entries(reading.corrections[column] ?? {})
  const ofColumn = Object.fromEntries(before.map(([from, given]) => [from, given === value ? to : given]))
  return { ...reading, corrections: { ...reading.corrections, [column]: { ...ofColumn, [value]: to } } }
}
