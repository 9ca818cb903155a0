import { sourceOf } from '#api/imports/rows/file-rows.ts'
import { namesOf, readSample } from '#api/imports/rows/read-plan.ts'
import type { OpenedFile } from '#api/imports/workbooks/open-file.ts'
import { guessMapping } from '#core/imports/mapping.ts'
import { type ImportPlan, importLimits } from '#core/wire/imports.ts'

/** How a file would be read before anybody has chosen anything; a message if it cannot be imported. */
export async function draftPlan({ file, workbook }: OpenedFile): Promise<ImportPlan | string> {
  const chosen = workbook ? { workbook } : {}
  const read = await readSample(sourceOf(file, chosen), importLimits.rows)
  if (typeof read === 'string') return read
  const { columns, sample, rows } = read
  return { mapping: guessMapping(namesOf(columns), sample), corrections: {}, columns, rows, ...chosen }
}
