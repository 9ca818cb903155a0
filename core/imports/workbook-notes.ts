import type { ImportWorkbook } from '#core/wire/imports.ts'

/** What a person should know of how the chosen sheet of a workbook was read, a sentence each. */
export function workbookNotes({ sheets, sheet, macros }: ImportWorkbook): string[] {
  const { formulas, unsaved, merged } = sheets[sheet] ?? { formulas: 0, unsaved: 0, merged: 0 }
  const saved = formulas - unsaved
  return [
    ...(saved > 0
      ? [`${counted(saved, 'cell has a formula', 'cells have formulas')}: the results saved in the file are used.`]
      : []),
    ...(unsaved > 0
      ? [
          `${counted(unsaved, 'formula has', 'formulas have')} no saved result and count as empty. Save the workbook in a spreadsheet program to have them read.`,
        ]
      : []),
    ...(merged > 0 ? [`${counted(merged, 'merged cell', 'merged cells')}: the text is used in each of the rows.`] : []),
    ...(macros ? ['The macros of this workbook are not run.'] : []),
  ]
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
