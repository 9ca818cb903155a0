import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse } from 'csv-parse'

/** A row with the line of the file it ends on, or the line and the reason why it could not be read. */
export type CsvRow = { line: number; row: Record<string, string> } | { line: number; reason: string }

const sampleBytes = 64 * 1024

/** How a file is written: its characters and what stands between its cells, told from its beginning. */
async function formatOf(path: string): Promise<{ encoding: 'utf8' | 'latin1'; delimiter: string }> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
    const start = buffer.subarray(0, bytesRead)
    const heading = start.toString('utf8').split(/\r?\n/, 1)[0] ?? ''
    const [delimiter = ','] = [',', ';', '\t'].sort((a, b) => heading.split(b).length - heading.split(a).length)
    return { encoding: isUtf8(start) ? 'utf8' : 'latin1', delimiter }
  } finally {
    await file.close()
  }
}

/** Whether the bytes are UTF-8; a character cut off by the end of the sample is allowed. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Streams a CSV file row by row, the first line being its headings. Throws when the file cannot be opened. */
export async function* csvRows(path: string): AsyncGenerator<CsvRow> {
  const { encoding, delimiter } = await formatOf(path)
  const unread: CsvRow[] = []
  const parser = createReadStream(path, { encoding }).pipe(
    parse({
      delimiter,
      bom: true,
      columns: (headings: string[]) => headings.map((heading, place) => heading.trim() || `Column ${place + 1}`),
      info: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: (error) => void unread.push({ line: lineOf(error), reason: reasonOf(error) }),
      max_record_size: 1_000_000,
    }),
  )
  try {
    for await (const { info, record } of parser) {
      yield* unread.splice(0)
      yield { line: info.lines, row: record }
    }
  } catch (error) {
    if (!isCsvError(error)) throw error
    unread.push({ line: lineOf(error), reason: reasonOf(error) })
  }
  yield* unread
}

const isCsvError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')

const lineOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'lines' in error && typeof error.lines === 'number' ? error.lines : 0

function reasonOf(error: unknown): string {
  if (!isCsvError(error)) return 'This row cannot be read.'
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'This row is cut off: a quotation mark is opened and never closed.'
  if (error.code.includes('INCONSISTENT'))
    return 'This row is cut off: it has another number of cells than the headings.'
  return `This row cannot be read: ${error.message}`
}
