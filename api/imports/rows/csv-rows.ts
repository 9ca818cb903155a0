import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { unguardedCell } from '#api/exports/spreadsheet-cells.ts'
import { importLimits } from '#core/wire/imports.ts'
import { type FileRow, UnreadableFile, uniqueNames } from './file-row.ts'

/** A path, or the file's bytes. */
export type CsvSource = string | Uint8Array

type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le'
type Format = { encoding: Encoding; delimiter: string }

const pieceSize = 16 * 1024

/** The bytes in chunks, so that other requests are handled in between. */
async function* piecesOf(source: CsvSource): AsyncGenerator<Uint8Array> {
  if (typeof source === 'string') return yield* createReadStream(source, { highWaterMark: pieceSize })
  for (let at = 0; at < source.length; at += pieceSize) {
    yield source.subarray(at, at + pieceSize)
    // A stream read from memory never yields to the event loop.
    await othersTurn()
  }
}

/** Why a file cannot be CSV, worded for the person who chose it; undefined if it may be. Throws if it cannot be opened. */
export async function faultOf(source: CsvSource): Promise<string | undefined> {
  let isEmpty = true
  let utf16: TextDecoder | undefined
  let cells = 0
  for await (const piece of piecesOf(source)) {
    const bytes = Buffer.from(piece)
    if (isEmpty) {
      const kind = kinds.find(({ start }) => bytes.subarray(0, start.length).equals(start))
      if (kind) return kind.fault
      if (markup.test(bytes.toString('utf8'))) return webPage
      if (isUtf16(bytes)) utf16 = new TextDecoder('utf-16le')
    }
    const hasNul = utf16 ? utf16.decode(bytes, { stream: true }).includes('\u0000') : bytes.includes(0)
    if (hasNul) return 'This file is not a CSV spreadsheet.'
    for (const byte of bytes) {
      cells = byte === newline ? 0 : delimiters.has(byte) ? cells + 1 : cells
      if (cells > mostInALine) return tooWide
    }
    isEmpty &&= /^\s*$/.test(bytes.toString('utf8'))
  }
  return isEmpty ? 'This file is empty.' : undefined
}

const newline = 0x0a
const delimiters = new Set(Buffer.from(',;\t'))
/** Commas inside long texts are counted too. */
const mostInALine = 40 * importLimits.columns
const tooWide = `This file has more than ${importLimits.columns} columns.`

const oldWorkbook =
  'This is an old workbook (.xls) or one with a password. Save it as .xlsx without a password and choose that file.'
const kinds = [
  { start: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), fault: oldWorkbook },
  { start: Buffer.from('%PDF'), fault: 'This is a PDF. Choose the spreadsheet that it was made from.' },
]
/** Some programs call a web page .xls. */
const markup = /^\uFEFF?\s*<(!doctype|html|table|\?xml|meta)/i
const webPage =
  'This is a web page, whatever its name says. Open it in your spreadsheet program, save it as .xlsx and choose that file.'

const isUtf16 = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xfe

/** A file's encoding, judged by all its bytes, and its delimiter, judged by its first line. */
async function formatOf(source: CsvSource): Promise<Format> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let start: Buffer | undefined
  let encoding: Encoding = 'utf-8'
  try {
    for await (const piece of piecesOf(source)) {
      start ??= Buffer.from(piece)
      if (isUtf16(start)) encoding = 'utf-16le'
      if (encoding !== 'utf-8') break
      utf8.decode(piece, { stream: true })
    }
    if (encoding === 'utf-8') utf8.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    encoding = 'windows-1252'
  }
  const heading = new TextDecoder(encoding).decode(start).split(/\r?\n/, 1)[0] ?? ''
  const [delimiter = ','] = [',', ';', '\t'].sort((a, b) => heading.split(b).length - heading.split(a).length)
  return { encoding, delimiter }
}

async function* textOf(source: CsvSource, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of piecesOf(source)) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/**
 * Streams a CSV file row by row; the first line holds the headings. Throws if the file cannot be opened, and
 * {@link UnreadableFile} if its headings cannot be read, since the next line would be mistaken for them.
 */
export async function* csvRows(source: CsvSource): AsyncGenerator<FileRow> {
  const { encoding, delimiter } = await formatOf(source)
  const unread: FileRow[] = []
  let hasHeadings = false
  let fault: string | undefined
  const refuseFault = () => {
    if (fault !== undefined) throw new UnreadableFile(fault)
  }
  const parser = Readable.from(textOf(source, encoding)).pipe(
    parse({
      delimiter,
      bom: true,
      columns: (headings: string[]) => {
        hasHeadings = true
        if (headings.length <= importLimits.columns) return uniqueNames(headings)
        fault ??= tooWide
        return headings.map((_, place) => String(place))
      },
      info: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: (error, raw) => {
        if (!hasHeadings) fault ??= 'The first line of this file, with the headings, cannot be read.'
        unread.push({ line: lineOf(error), reason: reasonOf(error), raw: raw ?? '' })
        if (unread.length > importLimits.rows)
          parser.destroy(new UnreadableFile('The rows of this file cannot be read.'))
      },
      raw: true,
      max_record_size: 1_000_000,
    }),
  )
  try {
    for await (const { info, record } of parser) {
      refuseFault()
      yield* unread.splice(0)
      yield { line: info.lines, row: unescaped(record) }
    }
  } catch (error) {
    if (!isCsvError(error)) throw error
    unread.push({ line: lineOf(error), reason: reasonOf(error), raw: '' })
  }
  refuseFault()
  yield* unread
}

/** The mark that an export puts before a possible formula is not part of the cell. */
const unescaped = (record: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).map(([column, cell]) => [column, unguardedCell(cell)]))

const isCsvError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')

const lineOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'lines' in error && typeof error.lines === 'number' ? error.lines : 0

function reasonOf(error: unknown): string {
  if (!isCsvError(error)) return 'This row cannot be read.'
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'This row is cut off: a quotation mark was opened and never closed.'
  if (error.code.includes('INCONSISTENT'))
    return 'This row is cut off: it does not have as many cells as there are headings.'
  if (error.code.includes('QUOTE')) return 'This row cannot be read: there is a quotation mark in the middle of a cell.'
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return 'This row is too long: a quotation mark may have been opened and never closed.'
  return `This row cannot be read: ${error.message}`
}
