import { capitalised } from '#core/job/values.ts'
import { parsePounds } from '#core/model/money.ts'
import type { ImportField } from '#core/wire/imports.ts'
import { type DayOrder, hasTwoReadings, readDay } from './days.ts'
import { fieldText, type Mapping, type SampleRow } from './mapping.ts'
import { readStatus } from './statuses.ts'

/** Why a row is refused, with the field at fault and its text. */
export type Refused = { reason: string; field?: ImportField; value?: string }

/** Replacements for texts in a column, by column and then by text. */
export type Corrections = Record<string, Record<string, string>>

/** How a file is read, and today in the company's time zone (YYYY-MM-DD). */
export type RowReading = {
  mapping: Mapping
  dayOrder?: DayOrder | undefined
  today: string
  corrections?: Corrections | undefined
}

/** What a row says about a job and one task of it. `createdAt` is undefined if the row has no date; `price` is in pence. */
export type ReadRow = {
  site: string
  workOrder: string
  agency: string
  receivedBy: string
  createdAt: string | undefined
  description: string
  price: number | undefined
  isClosed: boolean
}

/** Reads a row, or says why it is refused. */
export function readRow(written: SampleRow, reading: RowReading): ReadRow | Refused {
  const row = corrected(written, reading.corrections)
  const text = (field: ImportField) => fieldText(reading.mapping, field, row)
  const refused = (reason: string, field: ImportField): Refused => ({ reason, field, value: text(field) })
  for (const field of ['apartmentName', 'workOrder', 'createdAt', 'agency', 'receivedBy', 'description'] as const)
    if (spreadsheetErrors.has(text(field)))
      return refused(`'${text(field)}' is an error in the spreadsheet, not a value`, field)
  const site = capitalised(text('apartmentName'))
  if (!site) return refused('Site name is required.', 'apartmentName')
  const created = text('createdAt')
  const createdAt = created ? readDay(created, reading.dayOrder) : undefined
  if (created && !createdAt) return refused(notADay(created, reading.dayOrder), 'createdAt')
  if (createdAt && createdAt > reading.today) return refused('Created On is in the future.', 'createdAt')
  const status = readStatus(text('status'))
  if (!status) return refused(`'${shortened(text('status'))}' is not a status that can be imported`, 'status')
  const cost = text('price')
  const price = cost ? parsePounds(cost) : undefined
  if (cost && price === undefined) return refused(`'${shortened(cost)}' is not a price in pounds`, 'price')
  const [workOrder, agency, receivedBy] = [text('workOrder'), text('agency'), text('receivedBy')]
  const description = text('description') || `Repair order ${workOrder}`.trim()
  return { site, workOrder, agency, receivedBy, createdAt, description, price, isClosed: status === 'closed' }
}

/** The work order and site that a row belongs to; undefined if it lacks one of them. */
export function orderOf(written: SampleRow, { mapping, corrections }: RowReading): string | undefined {
  const row = corrected(written, corrections)
  return orderKey(fieldText(mapping, 'workOrder', row), capitalised(fieldText(mapping, 'apartmentName', row)))
}

export const orderKey = (workOrder: string, site: string) => (workOrder && site ? `${workOrder}|${site}` : undefined)

/** A cell cut to a length that fits in an error message. */
export const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text)

/** What spreadsheet programs show in a cell whose formula failed. */
const spreadsheetErrors = new Set(['#REF!', '#N/A', '#NAME?', '#VALUE!', '#DIV/0!', '#NUM!', '#NULL!'])

function notADay(text: string, order: DayOrder | undefined): string {
  if (!order && hasTwoReadings(text)) return `'${shortened(text)}' can be read day first or month first`
  // Spreadsheet programs count days; a cell that is not formatted as a date shows the count.
  if (/^\d{5}(\.\d+)?$/.test(text)) return `'${text}' is a number: format the column as dates in the spreadsheet`
  return `'${shortened(text)}' is not a date`
}

/** A row with the corrections applied. */
const corrected = (row: SampleRow, corrections: Corrections = {}): SampleRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, cell]) => {
      const ofColumn = Object.hasOwn(corrections, column) ? corrections[column] : undefined
      const text = cell.trim()
      return [column, (ofColumn && Object.hasOwn(ofColumn, text) ? ofColumn[text] : undefined) ?? cell]
    }),
  )
