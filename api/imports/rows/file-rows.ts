import type { ImportPlan } from '#core/wire/imports.ts'
import { type CsvSource, csvRows } from './csv-rows.ts'
import type { FileRow } from './file-row.ts'
import { type SheetSource, sheetRows } from './sheet-rows.ts'

/** Where the rows of an import come from: a CSV file, or a sheet of a workbook that was read. */
export type RowSource = CsvSource | SheetSource

export const isSheet = (source: RowSource): source is SheetSource => typeof source === 'object' && 'place' in source

/** Streams the rows below a file's headings. Throws what {@link csvRows} throws. */
export const fileRows = (source: RowSource): AsyncGenerator<FileRow> =>
  isSheet(source) ? sheetRows(source) : csvRows(source)

/** The rows of a stored import: the CSV file as it came, or the sheet chosen from what was read of a workbook. */
export const sourceOf = (file: Uint8Array, { workbook }: Pick<ImportPlan, 'workbook'>): RowSource =>
  workbook ? { lines: file, place: workbook.sheet } : file
