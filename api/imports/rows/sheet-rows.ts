import { setImmediate as othersTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import { unguardedCell } from '#api/exports/spreadsheet-cells.ts'
import type { FileRow } from './file-row.ts'

/** One sheet of a workbook that was read: all its sheets as lines of JSON, and the place of the sheet among them. */
export type SheetSource = { lines: Uint8Array; place: number }

/** A row: the place of its sheet, its number in the sheet, and its cells. */
const line = z.tuple([z.int(), z.int(), z.array(z.string())])

const pieceSize = 16 * 1024

/** Streams the rows of a sheet below its headings, which are the first of its rows. */
export async function* sheetRows({ lines, place }: SheetSource): AsyncGenerator<FileRow> {
  let names: string[] | undefined
  for await (const text of textLines(lines)) {
    if (!text.startsWith(`[${place},`)) continue
    const [, number, cells] = z.parse(line, JSON.parse(text))
    if (names) yield { line: number, row: rowOf(names, cells) }
    else names = cells
  }
}

const rowOf = (names: readonly string[], cells: readonly string[]) =>
  Object.fromEntries(names.map((name, column) => [name, unguardedCell(cells[column] ?? '')]))

/** Lines piece by piece, so that other requests are handled in between. */
async function* textLines(bytes: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for (let at = 0; at < bytes.length; at += pieceSize) {
    const lines = `${rest}${decoder.decode(bytes.subarray(at, at + pieceSize), { stream: true })}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    await othersTurn()
  }
}
