import { type ImportField, type ImportPlan, type ImportReading, importFields } from '#core/wire/imports.ts'

/** What the fields are called everywhere else. */
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

/** The field that a column goes to; empty for one that is not imported. */
export const fieldOf = ({ mapping }: ImportReading, column: string): ImportField | '' =>
  importFields.find((field) => mapping[field]?.includes(column)) ?? ''

export const readingOf = ({ mapping, dayOrder, corrections }: ImportPlan): ImportReading => ({
  mapping,
  dayOrder,
  corrections,
})

/** The reading after a column was sent to another field, or to none. */
export function withField(reading: ImportReading, column: string, field: ImportField | ''): ImportReading {
  const without = Object.entries(reading.mapping).map(([one, columns]) => [
    one,
    columns.filter((name) => name !== column),
  ])
  const mapping: ImportReading['mapping'] = Object.fromEntries(without)
  return { ...reading, mapping: field ? { ...mapping, [field]: [...(mapping[field] ?? []), column] } : mapping }
}

/** The reading with another text wherever this one stands in a column, also where a correction put it there. */
export function withCorrection(reading: ImportReading, column: string, value: string, to: string): ImportReading {
  const before = Object.entries(reading.corrections[column] ?? {})
  const ofColumn = Object.fromEntries(before.map(([from, given]) => [from, given === value ? to : given]))
  return { ...reading, corrections: { ...reading.corrections, [column]: { ...ofColumn, [value]: to } } }
}
