import { type CsvSource, csvRows } from './csv-rows.ts'
import type { FileRow } from './file-row.ts'

/** Where the rows of an import come from. */
export type RowSource = CsvSource

/** Streams the rows below a file's headings. Throws what {@link csvRows} throws. */
export const fileRows = (source: RowSource): AsyncGenerator<FileRow> => csvRows(source)
