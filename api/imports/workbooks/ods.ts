import { importLimits } from '#core/wire/imports.ts'
import type { Archive } from './archive.ts'
import { numberText, shownText } from './cell-text.ts'
import { type Budget, openTable, type Table } from './table.ts'
import { faults, WorkbookFault, type WorkbookLimits } from './workbook.ts'
import { type Attributes, readXml } from './xml.ts'

/** Reads the sheets of an .ods workbook. Macros, links and pictures in it are never opened. */
export async function readOds(archive: Archive, budget: Budget, limits: WorkbookLimits): Promise<Table[]> {
  if (archive.has(manifest)) await refusePassword(archive)
  const tables: Table[] = []
  const cells = cellReader()
  let ignored = 0
  let table: Table | undefined
  let row = 0
  let repeated = 1
  const open = (name: string, attributes: Attributes) => {
    if (ignored > 0 || isIgnored(name)) ignored += 1
    else if (name === 'table:table') {
      if (tables.length === limits.sheets) throw new WorkbookFault(faults.tooLarge)
      table = openTable(shownText(attributes['table:name'] ?? ''), budget)
      tables.push(table)
      row = 1
    } else if (name === 'table:table-row') {
      repeated = timesOf(attributes['table:number-rows-repeated'])
      cells.startRow()
    } else cells.open(name, attributes)
  }
  const close = (name: string) => {
    if (ignored > 0) ignored -= 1
    else if (name === 'table:table-row') {
      if (table) cells.finishRow(table, row, repeated)
      row += repeated
    } else if (table) cells.close(name, table, row)
  }
  const text = (piece: string) => {
    if (ignored === 0) cells.text(piece)
  }
  await readXml(archive.read('content.xml'), { open, close, text })
  return tables
}

const manifest = 'META-INF/manifest.xml'

async function refusePassword(archive: Archive) {
  await readXml(archive.read(manifest), {
    open(name) {
      if (name === 'manifest:encryption-data') throw new WorkbookFault(faults.password)
    },
  })
}

/** Comments, drawings, forms and earlier states of a sheet have texts and cells of their own. */
const isIgnored = (name: string) =>
  name === 'office:annotation' ||
  name === 'table:tracked-changes' ||
  name === 'table:shapes' ||
  name === 'office:forms' ||
  name === 'text:ruby-text' ||
  name.startsWith('draw:')

const mostTimes = 1_048_576
function timesOf(text: string | undefined): number {
  const times = Number(text ?? 1)
  return Number.isInteger(times) && times > 0 ? Math.min(times, mostTimes) : 1
}

/** Collects the cells of one row after another: a row that is repeated is kept as often as an import takes rows. */
function cellReader() {
  let kept: { column: number; text: string }[] = []
  let column = 0
  let cell: { attributes: Attributes; paragraphs: string[] } | undefined
  let inParagraph = 0
  const append = (text: string) => {
    if (cell && inParagraph > 0) cell.paragraphs.push(`${cell.paragraphs.pop() ?? ''}${text}`)
  }
  return {
    startRow() {
      kept = []
      column = 0
    },
    open(name: string, attributes: Attributes) {
      if (name === 'table:table-cell' || name === 'table:covered-table-cell') cell = { attributes, paragraphs: [] }
      else if (name === 'text:p' && cell) {
        inParagraph += 1
        cell.paragraphs.push('')
      } else if (name === 'text:s') append(' '.repeat(Math.min(timesOf(attributes['text:c']), 100)))
      else if (name === 'text:tab') append('\t')
      else if (name === 'text:line-break') append('\n')
    },
    text: append,
    close(name: string, table: Table, row: number) {
      if (name === 'text:p') inParagraph = Math.max(0, inParagraph - 1)
      if (!cell || (name !== 'table:table-cell' && name !== 'table:covered-table-cell')) return
      const { attributes, paragraphs } = cell
      cell = undefined
      const times = timesOf(attributes['table:number-columns-repeated'])
      const text = textOf(attributes, paragraphs)
      if (attributes['table:formula'] !== undefined) {
        table.sheet.formulas += times
        if (text === '') table.sheet.unsaved += times
      }
      // One more than may be imported, so that the table refuses them.
      const shown = text === '' ? 0 : Math.min(times, importLimits.columns + 1)
      for (let place = 0; place < shown; place += 1) kept.push({ column: column + place, text })
      const down = timesOf(attributes['table:number-rows-spanned'])
      if (text !== '' && down > 1) table.merge({ top: row, bottom: row + down - 1, left: column })
      column += times
    },
    finishRow(table: Table, row: number, repeated: number) {
      const rows = kept.length === 0 ? 0 : Math.min(repeated, importLimits.rows + 2)
      for (let place = 0; place < rows && table.sheet.fault === undefined; place += 1)
        for (const { column: at, text } of kept) table.set(row + place, at, text)
    },
  }
}

function textOf(attributes: Attributes, paragraphs: readonly string[]): string {
  const shown = shownText(paragraphs.join('\n'))
  if (attributes['calcext:value-type'] === 'error') return shown
  const { 'office:value-type': type, 'office:value': value = '' } = attributes
  if (type === 'date') return (attributes['office:date-value'] ?? '').replace(/T00:00:00(\.0+)?$/, '')
  if (type === 'boolean') return (attributes['office:boolean-value'] ?? '').toUpperCase()
  if (type === 'float' || type === 'currency' || type === 'percentage')
    return /^0\d+$/.test(shown) && Number(shown) === Number(value)
      ? shown
      : numberText(value, { kind: 'number' }, false)
  return shown === '' && type === 'string' ? shownText(attributes['office:string-value'] ?? '') : shown
}
