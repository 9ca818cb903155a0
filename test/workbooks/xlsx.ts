import { type Part, zip } from './zip.ts'

/** A text, a number, or a cell as Excel stores it: its attributes and content. */
export type XlsxCell = string | number | { attributes: string; content: string } | undefined
export type XlsxSheet = { name: string; rows?: XlsxCell[][]; after?: string; state?: string; xml?: string | Uint8Array }
export type XlsxBook = { sheets: XlsxSheet[]; from1904?: boolean; texts?: string; more?: Part[]; without?: string[] }

/** Numbers of styles: a date, a date with its time, a time, a currency, and a number of five digits. */
export const style = { date: 1, ownDate: 2, dateTime: 3, time: 4, currency: 5, digits: 6 } as const

const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="4">
  <numFmt numFmtId="164" formatCode="[$-809]dd\\ mmmm\\ yyyy;@"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/>
  <numFmt numFmtId="166" formatCode="&quot;£&quot;#,##0.00;[Red]\\-&quot;day&quot;0"/><numFmt numFmtId="167" formatCode="00000"/>
  </numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>
  ${[0, 14, 164, 165, 20, 166, 167].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`

export const xmlText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

function cellXml(cell: XlsxCell, name: string): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
  return `<c r="${name}" ${cell.attributes}>${cell.content}</c>`
}

const sheetXml = ({ rows = [], after = '' }: XlsxSheet) =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map((cells, row) =>
      cells.length === 0
        ? ''
        : `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`)).join('')}</row>`,
    )
    .join('')}</sheetData>${after}</worksheet>`

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const related = (list: [id: string, kind: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** An .xlsx workbook, with the parts that Excel writes and that an import reads. */
export function xlsx({ sheets, from1904 = false, texts, more = [], without = [] }: XlsxBook): Uint8Array<ArrayBuffer> {
  const parts: Part[] = [
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: related([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${relations}"><workbookPr date1904="${from1904 ? 1 : 0}"/><sheets>${sheets
        .map(
          ({ name, state = 'visible' }, place) =>
            `<sheet name="${xmlText(name)}" sheetId="${place + 1}" state="${state}" r:id="rId${place + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: related([
        ...sheets.map((_, place): [string, string, string] => [
          `rId${place + 1}`,
          'worksheet',
          place % 2 ? `/xl/worksheets/sheet${place + 1}.xml` : `worksheets/sheet${place + 1}.xml`,
        ]),
        ['rIdStyles', 'styles', 'styles.xml'],
        ...(texts === undefined
          ? []
          : [['rIdTexts', 'sharedStrings', 'sharedStrings.xml'] as [string, string, string]]),
      ]),
    },
    { name: 'xl/styles.xml', content: styles },
    ...(texts === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: `<sst>${texts}</sst>` }]),
    ...sheets.map((sheet, place) => ({
      name: `xl/worksheets/sheet${place + 1}.xml`,
      content: sheet.xml ?? sheetXml(sheet),
    })),
    ...more,
  ]
  return zip(parts.filter(({ name }) => !without.includes(name)))
}
