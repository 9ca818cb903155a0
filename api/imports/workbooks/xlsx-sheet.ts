import { type NumberFormat, numberText, shownText } from './cell-text.ts'
import type { Table } from './table.ts'
import { faults, WorkbookFault } from './workbook.ts'
import { type Attributes, local, readXml } from './xml.ts'

/** What the cells of all sheets point to. */
export type SheetParts = { texts: readonly string[]; formats: readonly NumberFormat[]; from1904: boolean }

type Cell = {
  row: number
  column: number
  type: string
  style: number
  hasFormula: boolean
  stored: string
  text: string
}

/** Reads the cells of a worksheet. Of a formula the saved result is taken; it is never computed. */
export async function readSheet(
  pieces: AsyncIterable<Uint8Array>,
  table: Table,
  { texts, formats, from1904 }: SheetParts,
): Promise<void> {
  let row = 0
  let column = -1
  let cell: Cell | undefined
  let taken: 'stored' | 'text' | undefined
  let isGuide = false

  const textOf = ({ type, style, stored, text }: Cell): string => {
    if (type === 's') return texts[Number(stored)] ?? ''
    if (type === 'inlineStr') return shownText(text)
    if (type === 'b') return stored.trim() === '1' ? 'TRUE' : stored.trim() === '0' ? 'FALSE' : ''
    if (type === 'd') return stored.trim().replace(/T00:00(:00(\.0+)?)?Z?$/, '')
    if (type === 'str' || type === 'e') return shownText(stored)
    return numberText(stored.trim(), formats[style] ?? { kind: 'number' }, from1904)
  }
  const open = (name: string, attributes: Attributes) => {
    const part = local(name)
    taken = undefined
    if (part === 'row') {
      row = attributes.r === undefined ? row + 1 : placeOf(attributes.r)
      column = -1
    } else if (part === 'c') {
      const at = attributes.r === undefined ? undefined : cellAt(attributes.r)
      if (at) row = at.row
      column = at ? at.column : column + 1
      const { t: type = 'n', s: style = '0' } = attributes
      cell = { row, column, type, style: Number(style), hasFormula: false, stored: '', text: '' }
    } else if (part === 'f' && cell) cell.hasFormula = true
    else if (part === 'v' && cell) taken = 'stored'
    else if (part === 'rPh') isGuide = true
    else if (part === 't' && cell && !isGuide) taken = 'text'
    else if (part === 'mergeCell') mergeIn(table, attributes.ref ?? '')
  }
  const close = (name: string) => {
    const part = local(name)
    taken = undefined
    if (part === 'rPh') isGuide = false
    if (part !== 'c' || !cell) return
    if (cell.hasFormula) table.sheet.formulas += 1
    if (cell.hasFormula && cell.stored === '') table.sheet.unsaved += 1
    table.set(cell.row, cell.column, textOf(cell))
    cell = undefined
  }
  const text = (piece: string) => {
    if (taken && cell) cell[taken] += piece
  }
  await readXml(pieces, { open, close, text })
}

function mergeIn(table: Table, range: string) {
  const [from = '', to = from] = range.split(':')
  const [first, last] = [cellAt(from), cellAt(to)]
  table.merge({ top: first.row, bottom: last.row, left: first.column })
}

const lastRow = 1_048_576

function placeOf(text: string): number {
  const row = Number(text)
  if (!Number.isInteger(row) || row < 1 || row > lastRow) throw new WorkbookFault(faults.damaged)
  return row
}

/** Where a cell stands by its name: 'C12' is in row 12 and column 2, counted from 0. */
function cellAt(name: string): { row: number; column: number } {
  const [, letters, row] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(name) ?? []
  if (letters === undefined || row === undefined) throw new WorkbookFault(faults.damaged)
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: placeOf(row), column }
}
