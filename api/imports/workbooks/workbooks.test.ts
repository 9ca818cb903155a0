import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unguardedCell } from '#api/exports/spreadsheet-cells.ts'
import { ods } from '#test/workbooks/ods.ts'
import { rowsIn } from '#test/workbooks/read.ts'
import { style, xlsx } from '#test/workbooks/xlsx.ts'
import { numberFormat, numberText } from './cell-text.ts'
import { readWorkbook } from './read-workbook.ts'
import { workbookLimits } from './workbook.ts'

const read = (bytes: Uint8Array) => readWorkbook(bytes, workbookLimits)
const stored = (value: string | number, attributes = '') => ({ attributes, content: `<v>${value}</v>` })

describe('an .xlsx workbook', () => {
  test('is read row by row under its headings, with the numbers that its rows have in the sheet', async () => {
    const texts =
      '<si><t>Site</t></si><si><r><t>Flat </t></r><r><t>3</t></r><rPh><t>no</t></rPh></si><si><t>W_x000D_1</t></si>'
    const shared = (place: number) => stored(place, 't="s"')
    const rows = [[], [shared(0), 'Work Order', undefined], [shared(1), shared(2)], [], ['Flat 4\nrear', 'W2', 'loose']]
    expect(await rowsIn(xlsx({ sheets: [{ name: 'Jobs', rows }], texts }))).toEqual([
      { line: 3, row: { Site: 'Flat 3', 'Work Order': 'W1', 'Column 3': '' } },
      { line: 5, row: { Site: 'Flat 4\nrear', 'Work Order': 'W2', 'Column 3': 'loose' } },
    ])
  })

  test.each([
    [false, 45_981, '2025-11-20'],
    [true, 44_519, '2025-11-20'],
    [false, 1, '1900-01-01'],
    [false, 61, '1900-03-01'],
    [true, 0, '1904-01-01'],
  ])('has its dates as days, counted from 1904: %s', async (from1904, serial, day) => {
    const cells = [style.date, style.ownDate].map((one) => stored(serial, `s="${one}"`))
    const book = xlsx({ sheets: [{ name: 'Jobs', rows: [['One', 'Other'], cells] }], from1904 })
    expect(await rowsIn(book)).toEqual([{ line: 2, row: { One: day, Other: day } }])
  })

  test('has numbers as they are shown, numbers stored as texts as texts, and truths and errors by name', async () => {
    const rows = [
      ['date', 'time', 'price', 'digits', 'float', 'large', 'text', 'true', 'error', 'iso'],
      [
        stored(45_981.385416666664, `s="${style.dateTime}"`),
        stored(0.385416666666667, `s="${style.time}"`),
        stored(85.5, `s="${style.currency}"`),
        stored(42, `s="${style.digits}"`),
        stored('0.30000000000000004'),
        stored('1E7'),
        '00042',
        stored(1, 't="b"'),
        stored('#REF!', 't="e"'),
        stored('2025-11-20T00:00:00', 't="d"'),
      ],
    ]
    const [row] = await rowsIn(xlsx({ sheets: [{ name: 'Jobs', rows }] }))
    expect(Object.values(row?.row ?? {})).toEqual([
      '2025-11-20 09:15',
      '09:15',
      '85.5',
      '00042',
      '0.3',
      '10000000',
      '00042',
      'TRUE',
      '#REF!',
      '2025-11-20',
    ])
  })

  test('has the saved results of its formulas, which are counted and never computed', async () => {
    const formulas = [
      { attributes: '', content: '<f>1+1</f><v>85</v>' },
      { attributes: 't="str"', content: '<f>HYPERLINK("http://169.254.169.254")</f><v>Flat 3</v>' },
      { attributes: '', content: '<f>SUM(A1:A9)</f>' },
    ]
    const book = xlsx({ sheets: [{ name: 'Jobs', rows: [['Price', 'Site', 'Sum'], formulas] }] })
    expect(await rowsIn(book)).toEqual([{ line: 2, row: { Price: '85', Site: 'Flat 3', Sum: '' } }])
    expect((await read(book)).sheets).toEqual([{ name: 'Jobs', rows: 1, formulas: 3, unsaved: 1, merged: 0 }])
  })

  test('has the text of merged cells in each of their rows, but not the headings’', async () => {
    const rows = [['Order', 'Fault'], [], ['W1', 'Tap'], [undefined, 'Door'], ['W2', 'Roof'], [undefined, 'Wall']]
    const after = '<mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="A3:A4"/><mergeCell ref="A6:C6"/></mergeCells>'
    const book = xlsx({ sheets: [{ name: 'Jobs', rows, after }] })
    expect((await rowsIn(book)).map(({ row }) => row.Order)).toEqual(['W1', 'W1', 'W2', ''])
    expect((await read(book)).sheets[0]?.merged).toBe(1)
  })

  test('has its visible sheets, and its macros are only named', async () => {
    const rows = [['Site'], ['Flat 3']]
    const sheets = [{ name: 'Notes' }, { name: 'Old', rows, state: 'veryHidden' }, { name: 'Jobs & more', rows }]
    const book = xlsx({ sheets, more: [{ name: 'xl/vbaProject.bin', content: 'Sub AutoOpen' }] })
    expect(await read(book)).toMatchObject({
      macros: true,
      sheets: [
        { name: 'Notes', rows: 0 },
        { name: 'Jobs & more', rows: 1 },
      ],
    })
    expect(await rowsIn(book, 1)).toEqual([{ line: 2, row: { Site: 'Flat 3' } }])
  })

  test('is read with prefixes before all names, and without the places of its cells', async () => {
    const xml = `<x:worksheet xmlns:x="urn:s"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Site</x:t></x:is></x:c></x:row>
      <x:row><x:c t="str"><x:v>Flat 3</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    expect(await rowsIn(xlsx({ sheets: [{ name: 'Jobs', xml }] }))).toEqual([{ line: 2, row: { Site: 'Flat 3' } }])
  })
})

describe('an .ods workbook', () => {
  const value = (type: string, given: string, shown: string) => ({
    attributes: `office:value-type="${type}" ${given}`,
    content: `<text:p>${shown}</text:p>`,
  })

  test('is read row by row: dates, numbers, truths, results of formulas, and merged cells', async () => {
    const rows = [
      ['Order', 'Date', 'Price', 'Done', 'Sum', 'No'],
      [
        { attributes: 'office:value-type="string" table:number-rows-spanned="2"', content: '<text:p>W1</text:p>' },
        value('date', 'office:date-value="2025-11-20"', '20/11/25'),
        value('currency', 'office:value="85.5"', '£85.50'),
        value('boolean', 'office:boolean-value="true"', 'TRUE'),
        value('float', 'office:value="2" table:formula="of:=1+1"', '2'),
        value('float', 'office:value="42"', '00042'),
      ],
      [
        { attributes: 'table:number-columns-repeated="1"' },
        value('date', 'office:date-value="2025-11-21T09:15:00"', '21/11/25'),
        value('string', 'calcext:value-type="error" office:string-value=""', '#N/A'),
        {
          attributes: 'office:value-type="string"',
          content: '<office:annotation><text:p>by Sue</text:p></office:annotation><text:p>no</text:p>',
        },
        { attributes: 'table:formula="of:=B1"' },
        '7',
      ],
    ]
    const book = ods([{ name: 'Jobs', rows }])
    expect((await rowsIn(book)).map(({ row }) => Object.values(row))).toEqual([
      ['W1', '2025-11-20', '85.5', 'TRUE', '2', '00042'],
      ['W1', '2025-11-21T09:15:00', '#N/A', 'no', '', '7'],
    ])
    expect((await read(book)).sheets).toEqual([{ name: 'Jobs', rows: 2, formulas: 2, unsaved: 1, merged: 1 }])
  })

  test('has repeated rows and cells as often as the sheet shows them, and empty ones not at all', async () => {
    const xml = `<table:table-row table:number-rows-repeated="7"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      <table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"><text:p>Flat  3</text:p></table:table-cell></table:table-row>
      <table:table-row table:number-rows-repeated="1048566"><table:table-cell/></table:table-row>`
    expect(await rowsIn(ods([{ name: 'Jobs', rows: [['Site', 'Name']], xml }]))).toEqual(
      [9, 10].map((line) => ({ line, row: { Site: 'Flat  3', Name: 'Flat  3' } })),
    )
  })
})

/** Texts as cells hold them: without control characters and half characters, which no XML has. */
const cell = fc
  .string({ unit: 'binary', maxLength: 12 })
  .map((text) => text.replace(/(?!\n)\p{Cc}|\p{Cs}|[\ufffe\uffff]|_x/gu, '.'))
const tables = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 })

test('whatever texts a sheet has, its rows are read as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (rows) => {
      const all = [['A', 'B', 'C'], ...rows]
      const expected = rows
        .map((cells, place) => ({ line: place + 2, cells }))
        .filter(({ cells }) => cells.some(Boolean))
      for (const book of [xlsx({ sheets: [{ name: 'Jobs', rows: all }] }), ods([{ name: 'Jobs', rows: all }])]) {
        const found = await rowsIn(book)
        expect(found.map(({ line, row }) => ({ line, cells: [row.A, row.B, row.C] }))).toEqual(
          expected.map(({ line, cells }) => ({ line, cells: cells.map(unguardedCell) })),
        )
      }
    }),
    { numRuns: 30 },
  )
})

test('whatever the day, its number in either epoch is that day again', () => {
  const days = fc.date({ min: new Date('1904-01-01'), max: new Date('9999-12-30'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10)
      const number = (epoch: string) => (Date.parse(day) - Date.parse(epoch)) / 86_400_000
      const format = { kind: 'date', hasTime: false } as const
      expect(numberText(String(number('1904-01-01')), format, true)).toBe(day)
      expect(numberText(String(number('1899-12-30')), format, false)).toBe(day)
    }),
  )
})

test.each([
  ['dd/mm/yyyy', 'date'],
  ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'date'],
  ['mmm-yy', 'date'],
  ['h:mm AM/PM', 'time'],
  ['[h]:mm', 'number'],
  ['#,##0.00', 'number'],
  ['0" days"', 'number'],
  ['_-"£"* #,##0.00_-', 'number'],
  ['General', 'number'],
  ['000', 'digits'],
])('the format %s is of a %s', (code, kind) => expect(numberFormat(200, code).kind).toBe(kind))
