import { uniqueNames } from '#api/imports/rows/file-row.ts'
import { importLimits } from '#core/wire/imports.ts'
import { faults, type Sheet, WorkbookFault } from './workbook.ts'

/** How many characters may still be kept of a workbook. */
export type Budget = { take(characters: number): void; giveBack(characters: number): void }

export function openBudget(most: number): Budget {
  let left = most
  return {
    take(characters) {
      left -= characters
      if (left < 0) throw new WorkbookFault(faults.tooLarge)
    },
    giveBack(characters) {
      left += characters
    },
  }
}

/** Cells that are merged with those below them, as rows from 1 and columns from 0. */
type Merge = { top: number; bottom: number; left: number }

export type Table = ReturnType<typeof openTable>

/** More are not found in a table of jobs; each costs time. */
const mostMerges = 10_000
const mostFilled = 2_000_000
/** What a cell costs beside its text, empty ones before it included. */
const perCell = 4

/** Collects the cells of one sheet as they are read, within the limits of an import. */
export function openTable(name: string, budget: Budget) {
  const rows = new Map<number, string[]>()
  const merges: Merge[] = []
  const sheet: Sheet = { name, rows: 0, formulas: 0, unsaved: 0, merged: 0 }
  let kept = 0
  const refuse = (fault: string) => {
    sheet.fault = fault
    rows.clear()
    budget.giveBack(kept)
    kept = 0
  }
  const put = (cells: string[], column: number, text: string) => {
    const cost = text.length + perCell * Math.max(1, column + 1 - cells.length)
    budget.take(cost)
    kept += cost
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
  return {
    sheet,
    /** Keeps a cell that has a text. */
    set(row: number, column: number, text: string) {
      if (text === '' || sheet.fault !== undefined) return
      if (column >= importLimits.columns) return refuse(`This sheet has more than ${importLimits.columns} columns.`)
      const cells = rows.get(row) ?? []
      if (!rows.has(row) && rows.size > importLimits.rows) return refuse(tooLong)
      rows.set(row, cells)
      put(cells, column, text)
    },
    merge(merge: Merge) {
      if (merge.bottom <= merge.top || sheet.fault !== undefined) return
      if (merges.length === mostMerges) return refuse(`This sheet has more than ${mostMerges} merged cells.`)
      merges.push(merge)
    },
    /** The sheet's rows as lines of JSON, the headings first; see sheet-rows.ts. */
    finish(place: number): { sheet: Sheet; lines: Buffer } {
      const numbers = [...rows.keys()].sort((a, b) => a - b)
      const [heading = 0, ...below] = numbers
      let filled = 0
      // A merged cell shows its text in all its rows; merged headings have none below them.
      for (const { top, bottom, left } of merges.filter((one) => one.top > heading)) {
        const text = rows.get(top)?.[left]
        if (!text) continue
        sheet.merged += 1
        for (const row of below.slice(countUpTo(below, top), countUpTo(below, bottom))) {
          filled += 1
          if (filled > mostFilled) throw new WorkbookFault(faults.tooLarge)
          const cells = rows.get(row)
          if (cells && !cells[left]) put(cells, left, text)
        }
      }
      let width = 0
      for (const cells of rows.values()) width = Math.max(width, cells.length)
      const names = uniqueNames(Array.from({ length: width }, (_, column) => rows.get(heading)?.[column] ?? ''))
      sheet.rows = below.length
      const lines = below.map((row) => lineOf(place, row, rows.get(row) ?? []))
      return { sheet, lines: Buffer.from([...(width > 0 ? [lineOf(place, heading, names)] : []), ...lines].join('')) }
    },
  }
}

const lineOf = (place: number, row: number, cells: readonly string[]) => `${JSON.stringify([place, row, cells])}\n`

/** How many of sorted numbers are at most `limit`. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [from, to] = [0, numbers.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((numbers[middle] ?? 0) <= limit) from = middle + 1
    else to = middle
  }
  return from
}

const tooLong = `This sheet has more than ${importLimits.rows.toLocaleString('en-GB')} rows. Split it into smaller ones.`
