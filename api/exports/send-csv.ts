import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Options, stringify } from 'csv-stringify'
import type { Response } from 'express'
import { eachInTurns } from '#api/http/turns/in-turns.ts'
import { nextPage } from '#api/http/turns/stand-back.ts'
import type { Table } from './export-table.ts'
import { guardedCell } from './spreadsheet-cells.ts'

/** A reader that takes nothing for this long is cut off, in milliseconds: a transaction is open until then. */
const stalled = 30_000
/** The longest an export may take, in milliseconds. */
const longest = 300_000

/**
 * As spreadsheets read it: a byte order mark, so that Excel takes it for UTF-8; their line ends; and nothing that they would take
 * for a formula.
 */
const csvFormat = {
  bom: true,
  record_delimiter: 'windows',
  cast: { string: guardedCell },
  // In some countries a semicolon ends a cell, and any line end may end a row.
  quoted_match: /[;\t\r\n]/,
} as const satisfies Options

/** Makes the response a CSV download. `name` is plain ASCII. */
export const asCsv = (res: Response, name: string) =>
  res.status(200).set('Content-Type', 'text/csv; charset=utf-8').attachment(name)

/**
 * Streams a table as a CSV file at the reader's pace. `askAgain` is called before each further batch. Throws a failure before the
 * first row; a later one ends the response early.
 */
export async function sendCsv<Row extends object>(
  res: Response,
  { name, columns, batches }: Table<Row>,
  now: Date,
  askAgain: () => Promise<void>,
): Promise<void> {
  // Closed here because the records may never start: the reader may have disconnected by then.
  try {
    const first = await batches.next()
    const records = async function* () {
      yield columns.map((one) => one.heading)
      for (let batch = first; !batch.done; batch = await nextPage(() => batches.next())) {
        if (batch !== first) await askAgain()
        for await (const row of eachInTurns(batch.value)) yield columns.map((one) => one.cell(row) ?? '')
      }
    }
    asCsv(res, `fettle-${name}-${now.toISOString().slice(0, 10)}.csv`)
    res.setTimeout(stalled)
    await writeCsv(res, records(), AbortSignal.timeout(longest))
  } finally {
    await batches.return(undefined)
  }
}

/** Writes records to a response as CSV at the reader's pace; a failure is ignored once the reader has disconnected. */
export async function writeCsv(
  res: Response,
  records: AsyncIterable<readonly (string | number)[]>,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await pipeline(Readable.from(records), stringify(csvFormat), res, signal ? { signal } : {})
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

const left = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']
const isGone = (error: unknown) => error instanceof Error && 'code' in error && left.includes(String(error.code))
