import type * as z from 'zod/mini'
import type { importSheet } from '#core/wire/imports.ts'

const megabyte = 1024 * 1024

/** Limits of reading a workbook, beside those of the file itself (importLimits). */
export const workbookLimits = {
  /** Parts of the archive. A workbook has a handful and one for each sheet and picture. */
  entries: 2_000,
  /** Bytes of the parts that are read, unpacked: ten times what a file of 10 MB usually holds is a bomb. */
  unpacked: 200 * megabyte,
  /** Characters of all cells. */
  text: 20 * megabyte,
  sheets: 100,
  /** Of the heap of its process, in megabytes. */
  memory: 320,
  milliseconds: 60_000,
}
export type WorkbookLimits = typeof workbookLimits

/** A sheet that was read. `fault` says why its rows cannot be imported. */
export type Sheet = z.infer<typeof importSheet>

/** A workbook whose rows were read: as lines of JSON, which sheet-rows.ts reads. */
export type ReadWorkbook = { sheets: Sheet[]; macros: boolean; rows: Uint8Array<ArrayBuffer> }

/** Why a workbook is refused; the message is for the person who chose it. */
export class WorkbookFault extends Error {
  override name = 'WorkbookFault'
}

export const faults = {
  damaged:
    'This workbook is damaged and cannot be read. Open it in your spreadsheet program, save it again and choose the new file.',
  password: 'This workbook is protected with a password. Save it without one and choose that file.',
  tooLarge: 'This workbook is too large to be unpacked. Save the sheet of jobs as CSV and choose that file.',
  tooSlow: 'This workbook takes too long to read. Save the sheet of jobs as CSV and choose that file.',
  binary: 'This is a binary workbook (.xlsb). Save it as .xlsx and choose that file.',
  noWorkbook: 'This is an archive or another document, not a spreadsheet. Choose an .xlsx, .ods or CSV file.',
} as const
