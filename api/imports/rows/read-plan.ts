import { type CsvSource, csvRows, faultOf, UnreadableFile } from './csv-rows.ts'
import { type DayOrder, guessDayOrder } from './days.ts'
import { guessMapping, type Mapping, type SampleRow, withChoices } from './mapping.ts'

/** How a file will be read: its columns, mapping, date order and number of rows. */
export type ImportPlan = { columns: string[]; mapping: Mapping; dayOrder: DayOrder; rows: number }

/** A file before its mapping is chosen: its columns, a sample of its rows, and their number. */
export type Sample = { columns: string[]; sample: SampleRow[]; rows: number }

const sampleSize = 500

/** Reads a file once; returns a message if it cannot be imported. Throws if it cannot be opened. */
export async function readSample(source: CsvSource, most = Number.POSITIVE_INFINITY): Promise<Sample | string> {
  const fault = await faultOf(source)
  if (fault) return fault
  try {
    return await sampleOf(source, most)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return error.message
  }
}

async function sampleOf(source: CsvSource, most: number): Promise<Sample | string> {
  const sample: SampleRow[] = []
  let rows = 0
  let unread = ''
  for await (const one of csvRows(source)) {
    rows += 1
    if (rows > most) return `This file has more than ${most.toLocaleString('en-GB')} rows. Split it into smaller ones.`
    if ('reason' in one) unread ||= one.reason
    else if (sample.length < sampleSize) sample.push(one.row)
  }
  if (rows === 0) return 'This file has no rows below its headings.'
  if (sample.length === 0) return `No row of this file can be read. ${unread}`
  return { columns: Object.keys(sample[0] ?? {}), sample, rows }
}

/** The date order in the column that holds the day. */
export const dayOrderOf = (mapping: Mapping, sample: readonly SampleRow[]): DayOrder =>
  guessDayOrder(sample.map((row) => row[mapping.createdAt?.[0] ?? ''] ?? ''))

/** Reads a file once and plans its import; returns a message if the person's choices cannot be applied. */
export async function readPlan(
  source: CsvSource,
  choices: readonly string[],
  dayOrder?: DayOrder,
): Promise<ImportPlan | string> {
  const read = await readSample(source)
  if (typeof read === 'string') return read
  const { columns, sample, rows } = read
  const mapping = withChoices(guessMapping(columns, sample), choices, columns)
  if (typeof mapping === 'string') return mapping
  if (!mapping.apartmentName)
    return `No column names the site. Say which one: --map "COLUMN=apartmentName". The file has: ${columns.join(', ')}`
  return { columns, mapping, dayOrder: dayOrder ?? dayOrderOf(mapping, sample), rows }
}
