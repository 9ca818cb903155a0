import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import { type NumberFormat, numberFormat, shownText } from './cell-text.ts'
import { type Budget, openTable, type Table } from './table.ts'
import { faults, WorkbookFault, type WorkbookLimits } from './workbook.ts'
import { readSheet, type SheetParts } from './xlsx-sheet.ts'
import { type Attributes, local, readXml } from './xml.ts'

/** Reads the visible sheets of an .xlsx or .xlsm workbook. Macros, links, pictures and queries in it are never opened. */
export async function readXlsx(archive: Archive, budget: Budget, limits: WorkbookLimits): Promise<Table[]> {
  const root = await relationsOf(archive, '')
  const path = root.find(({ type }) => type.endsWith('/officeDocument'))?.path ?? 'xl/workbook.xml'
  if (path.toLowerCase().endsWith('.bin')) throw new WorkbookFault(faults.binary)
  if (!archive.has(path)) throw new WorkbookFault(faults.noWorkbook)
  const relations = await relationsOf(archive, path)
  const partOf = (kind: string) => relations.find(({ type }) => type.endsWith(`/${kind}`))?.path
  const { sheets, from1904 } = await readBook(archive, path)
  if (sheets.length > limits.sheets) throw new WorkbookFault(faults.tooLarge)
  const [texts, styles] = [partOf('sharedStrings'), partOf('styles')]
  const parts: SheetParts = {
    texts: texts ? await readTexts(archive, texts, budget) : [],
    formats: styles ? await readFormats(archive, styles) : [],
    from1904,
  }
  const tables: Table[] = []
  for (const { name, id } of sheets) {
    const relation = relations.find((one) => one.id === id)
    // A sheet may also be a chart or a dialog.
    if (!relation?.type.endsWith('/worksheet')) continue
    const table = openTable(name, budget)
    await readSheet(archive.read(relation.path), table, parts)
    tables.push(table)
  }
  return tables
}

type Relation = { id: string; type: string; path: string }

/** The parts that a part relates to; those outside of the file are left out. */
async function relationsOf(archive: Archive, path: string): Promise<Relation[]> {
  const folder = posix.dirname(path)
  const list = posix.join(folder, '_rels', `${posix.basename(path)}.rels`)
  const relations: Relation[] = []
  if (!archive.has(list)) return relations
  await readXml(archive.read(list), {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (local(name) !== 'Relationship' || mode === 'External') return
      relations.push({ id, type, path: target.startsWith('/') ? target.slice(1) : posix.join(folder, target) })
    },
  })
  return relations
}

async function readBook(archive: Archive, path: string) {
  const sheets: { name: string; id: string }[] = []
  let from1904 = false
  await readXml(archive.read(path), {
    open(name, attributes) {
      if (local(name) === 'workbookPr') from1904 = isTrue(attributes.date1904)
      if (local(name) !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
      const [, id = ''] = Object.entries(attributes).find(([one]) => one !== 'id' && local(one) === 'id') ?? []
      sheets.push({ name: attributes.name ?? '', id })
    },
  })
  return { sheets, from1904 }
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

/** The texts that cells point to by their number. */
async function readTexts(archive: Archive, path: string, budget: Budget): Promise<string[]> {
  const texts: string[] = []
  const reader = textReader((text) => {
    budget.take(text.length + 1)
    texts.push(text)
  })
  await readXml(archive.read(path), {
    open: reader.open,
    text: reader.text,
    close: (name) => reader.close(local(name) === 'si', name),
  })
  return texts
}

/** Joins the runs of a text, without the guides to pronunciation that East Asian texts have. */
export function textReader(onText: (text: string) => void) {
  let text = ''
  let isShown = false
  let isGuide = false
  return {
    open(name: string) {
      if (local(name) === 'rPh') isGuide = true
      isShown = local(name) === 't' && !isGuide
    },
    text(piece: string) {
      if (isShown) text += piece
    },
    close(isEnd: boolean, name: string) {
      isShown = false
      if (local(name) === 'rPh') isGuide = false
      if (!isEnd) return
      onText(shownText(text))
      text = ''
    },
  }
}

/** The formats of numbers that cells point to by their style. */
async function readFormats(archive: Archive, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let inCells = false
  const open = (name: string, { numFmtId, formatCode = '' }: Attributes) => {
    const part = local(name)
    if (part === 'numFmt') codes.set(Number(numFmtId), formatCode)
    if (part === 'cellXfs') inCells = true
    if (part === 'xf' && inCells) formats.push(numberFormat(Number(numFmtId ?? 0), codes.get(Number(numFmtId))))
  }
  const close = (name: string) => {
    if (local(name) === 'cellXfs') inCells = false
  }
  await readXml(archive.read(path), { open, close })
  return formats
}
