import { open, readFile } from 'node:fs/promises'
import { type RowSource, sourceOf } from '#api/imports/rows/file-rows.ts'
import { isArchive, openFile } from '#api/imports/workbooks/open-file.ts'
import { workbookNotes } from '#core/imports/workbook-notes.ts'
import { type ImportWorkbook, importLimits } from '#core/wire/imports.ts'

/** The rows of a file, and what to tell of how it was read. A CSV file is streamed and may be of any size. */
export type OpenedSource = { source: RowSource; sentences: string[] }

/** Opens a file to import, and the named sheet of a workbook. Throws if it cannot be imported. */
export async function openSource(path: string, sheetName: string | undefined): Promise<OpenedSource> {
  if (!isArchive(await startOf(path))) {
    if (sheetName !== undefined) throw new Error('Only a workbook (.xlsx or .ods) has sheets.')
    return { source: path, sentences: [] }
  }
  const bytes = await readFile(path)
  if (bytes.length > importLimits.bytes)
    throw new Error(`A workbook can be at most ${importLimits.bytes / 1024 / 1024} MB. Split it into smaller ones.`)
  const opened = await openFile(bytes, path, new AbortController().signal)
  if (typeof opened === 'string') throw new Error(opened)
  const { file, workbook } = opened
  if (!workbook) return { source: path, sentences: [] }
  const chosen = { ...workbook, sheet: sheetName === undefined ? workbook.sheet : placeOf(workbook, sheetName) }
  const others = workbook.sheets.filter((_, place) => place !== chosen.sheet).map(({ name }) => name)
  const which = `Sheet '${workbook.sheets[chosen.sheet]?.name ?? ''}'`
  const sentences = others.length > 0 ? [`${which}; not imported: ${others.join(', ')} (choose one with --sheet)`] : []
  return { source: sourceOf(file, { workbook: chosen }), sentences: [...sentences, ...workbookNotes(chosen)] }
}

function placeOf({ sheets }: ImportWorkbook, name: string): number {
  const place = sheets.findIndex((one) => one.name === name)
  const fault = sheets[place]?.fault
  if (fault !== undefined) throw new Error(fault)
  if (place < 0)
    throw new Error(`There is no sheet '${name}'. The file has: ${sheets.map((one) => one.name).join(', ')}`)
  return place
}

async function startOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
