import { type DayEvidence, type DayOrder, shownDayOrder, tallyDays } from '#core/imports/days.ts'
import { guessMapping, type Mapping, type SampleRow, withChoices } from '#core/imports/mapping.ts'
import { faultOf } from './csv-rows.ts'
import { UnreadableFile } from './file-row.ts'
import { fileRows, isSheet, type RowSource } from './file-rows.ts'

/** A column with the first text in it and, if it holds dates, what these show of the order of days and months. */
export type Column = { name: string; first: string; dates?: DayEvidence }

/** How a file will be read: its columns, mapping, date order and number of rows. */
export type ImportPlan = { columns: string[]; mapping: Mapping; dayOrder: DayOrder | undefined; rows: number }

/** A file before its mapping is chosen: its columns, a sample of its rows, and their number. */
export type Sample = { columns: Column[]; sample: SampleRow[]; rows: number }

const sampleSize = 500
const longestFirst = 200

/** Reads a file once; returns a message if it cannot be imported. Throws if it cannot be opened. */
export async function readSample(source: RowSource, most = Number.POSITIVE_INFINITY): Promise<Sample | string> {
  const fault = isSheet(source) ? undefined : await faultOf(source)
  if (fault) return fault
  try {
    return await sampleOf(source, most)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return error.message
  }
}

async function sampleOf(source: RowSource, most: number): Promise<Sample | string> {
  const sample: SampleRow[] = []
  const days = tallyDays()
  let rows = 0
  let unread = ''
  for await (const one of fileRows(source)) {
    rows += 1
    if (rows > most) return `This file has more than ${most.toLocaleString('en-GB')} rows. Split it into smaller ones.`
    if ('reason' in one) unread ||= one.reason
    else {
      days.add(one.row)
      if (sample.length < sampleSize) sample.push(one.row)
    }
  }
  if (rows === 0) return `This ${isSheet(source) ? 'sheet' : 'file'} has no rows below its headings.`
  if (sample.length === 0) return `No row of this file can be read. ${unread}`
  const columns = Object.keys(sample[0] ?? {}).map((name): Column => {
    const first = sample.map((row) => row[name]?.trim() ?? '').find(Boolean) ?? ''
    const dates = days.evidence(name)
    return { name, first: first.slice(0, longestFirst), ...(dates ? { dates } : {}) }
  })
  return { columns, sample, rows }
}

export const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name)

/** Reads a file once and plans its import; returns a message if the person's choices cannot be applied, or one is needed. */
export async function readPlan(
  source: RowSource,
  choices: readonly string[],
  chosen?: DayOrder,
): Promise<ImportPlan | string> {
  const read = await readSample(source)
  if (typeof read === 'string') return read
  const { sample, rows } = read
  const columns = namesOf(read.columns)
  const mapping = withChoices(guessMapping(columns, sample), choices, columns)
  if (typeof mapping === 'string') return mapping
  if (!mapping.apartmentName)
    return `No column names the site. Say which one: --map "COLUMN=apartmentName". The file has: ${columns.join(', ')}`
  const own = mapping.createdAt?.[0]
  const dayOrder = chosen ?? shownDayOrder(read.columns, own)
  const unclear = dayOrder ? undefined : read.columns.find(({ name }) => name === own)?.dates?.either
  if (unclear !== undefined)
    return `Nothing in the file shows whether ${unclear} has the day or the month first. Say which: --dates dmy or --dates mdy`
  return { columns, mapping, dayOrder, rows }
}
