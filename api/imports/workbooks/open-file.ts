import type { ImportWorkbook } from '#core/wire/imports.ts'
import { inWorkbookProcess } from './workbook-process.ts'

/** A file to import: the bytes of a CSV file or, of a workbook, the rows of its sheets, of which one is chosen. */
export type OpenedFile = { file: Uint8Array; workbook?: ImportWorkbook }

/** Whether a file is an archive, as every .xlsx and .ods is, whatever its name. */
export const isArchive = (file: Uint8Array) => file[0] === 0x50 && file[1] === 0x4b && (file[2] ?? 0) < 0x20

/**
 * Opens a file by what it holds: of a workbook, in a process of its own, the rows are read and nothing else is kept. Returns a
 * message if it cannot be imported.
 */
export async function openFile(file: Uint8Array, companyId: string, signal: AbortSignal): Promise<OpenedFile | string> {
  if (!isArchive(file)) return { file }
  const read = await inWorkbookProcess(file, companyId, signal)
  if ('fault' in read) return read.fault
  const { sheets, macros, rows } = read
  const sheet = sheets.findIndex((one) => one.fault === undefined && one.rows > 0)
  if (sheet < 0)
    return sheets.find((one) => one.fault !== undefined)?.fault ?? 'This workbook has no rows below its headings.'
  return { file: rows, workbook: { sheets, sheet, macros } }
}
