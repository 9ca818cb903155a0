import { sheetRows } from '#api/imports/rows/sheet-rows.ts'
import { readWorkbook } from '#api/imports/workbooks/read-workbook.ts'
import { type WorkbookLimits, workbookLimits } from '#api/imports/workbooks/workbook.ts'

/** The rows of one sheet of a workbook, each with its number in the sheet. */
export async function rowsIn(bytes: Uint8Array, place = 0, limits: WorkbookLimits = workbookLimits) {
  const { rows: lines } = await readWorkbook(bytes, limits)
  const rows: { line: number; row: Record<string, string> }[] = []
  for await (const one of sheetRows({ lines, place })) if ('row' in one) rows.push(one)
  return rows
}
