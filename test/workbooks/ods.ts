import { xmlText } from './xlsx.ts'
import { type Part, zip } from './zip.ts'

/** A text, or a cell as LibreOffice stores it: its attributes and content. */
export type OdsCell = string | { attributes: string; content?: string }
export type OdsSheet = { name: string; rows: OdsCell[][]; xml?: string }

const cellXml = (cell: OdsCell) =>
  typeof cell !== 'string'
    ? `<table:table-cell ${cell.attributes}>${cell.content ?? ''}</table:table-cell>`
    : cell === ''
      ? '<table:table-cell/>'
      : `<table:table-cell office:value-type="string">${cell
          .split('\n')
          .map(
            (line) =>
              `<text:p>${xmlText(line).replaceAll('  ', ' <text:s/>').replaceAll('\t', '<text:tab/>')}</text:p>`,
          )
          .join('')}</table:table-cell>`

/** An .ods workbook, with the parts that LibreOffice writes and that an import reads. */
export function ods(sheets: readonly OdsSheet[], more: readonly Part[] = []): Uint8Array<ArrayBuffer> {
  const tables = sheets.map(
    ({ name, rows, xml = '' }) =>
      `<table:table table:name="${xmlText(name)}">${rows
        .map((cells) => `<table:table-row>${cells.map(cellXml).join('')}</table:table-row>`)
        .join('')}${xml}</table:table>`,
  )
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:o" xmlns:table="urn:t"
    xmlns:text="urn:x"><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`
  return zip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    { name: 'content.xml', content },
    ...more,
  ])
}
