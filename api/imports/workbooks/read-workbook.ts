import { openArchive } from './archive.ts'
import { readOds } from './ods.ts'
import { openBudget } from './table.ts'
import { faults, type ReadWorkbook, WorkbookFault, type WorkbookLimits } from './workbook.ts'
import { readXlsx } from './xlsx.ts'

/** Reads the rows of a workbook's sheets. Throws {@link WorkbookFault}. */
export async function readWorkbook(bytes: Uint8Array, limits: WorkbookLimits): Promise<ReadWorkbook> {
  const archive = await openArchive(bytes, limits)
  const isExcel = archive.has('[Content_Types].xml')
  if (!isExcel && !archive.has('content.xml')) throw new WorkbookFault(faults.noWorkbook)
  const read = isExcel ? readXlsx : readOds
  const tables = await read(archive, openBudget(limits.text), limits)
  if (tables.length === 0) throw new WorkbookFault(faults.noWorkbook)
  const done = tables.map((table, place) => table.finish(place))
  return {
    sheets: done.map(({ sheet }) => sheet),
    macros: archive.some((name) => name.endsWith('/vbaproject.bin') || name.startsWith('basic/')),
    rows: new Uint8Array(Buffer.concat(done.map(({ lines }) => lines))),
  }
}
