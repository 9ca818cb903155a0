import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importLimits } from '#core/wire/imports.ts'
import { ods } from '#test/workbooks/ods.ts'
import { rowsIn } from '#test/workbooks/read.ts'
import { type XlsxCell, xlsx } from '#test/workbooks/xlsx.ts'
import { zip } from '#test/workbooks/zip.ts'
import { readWorkbook } from './read-workbook.ts'
import { faults, WorkbookFault, workbookLimits } from './workbook.ts'

const read = (bytes: Uint8Array, limits = workbookLimits) => readWorkbook(bytes, limits)
const rows: XlsxCell[][] = [
  ['Site', 'Fault'],
  ['Flat 3', 'Tap drips'],
]
const jobs = { name: 'Jobs', rows }
const sheetOf = (xml: string | Uint8Array) => xlsx({ sheets: [{ name: 'Jobs', xml }] })
const megabyte = 1024 * 1024

describe('a workbook is refused with a sentence', () => {
  test('if its parts unpack to more than they may, whatever their headers claim', async () => {
    const limits = { ...workbookLimits, unpacked: 3 * megabyte }
    const bomb = Buffer.alloc(4 * megabyte, ' ')
    expect(sheetOf(bomb).length).toBeLessThan(10_000)
    await expect(read(sheetOf(bomb), limits)).rejects.toThrow(faults.tooLarge)
    const texts = Buffer.alloc(2 * megabyte, ' ').toString()
    const together = xlsx({ sheets: [{ name: 'Jobs', xml: Buffer.alloc(2 * megabyte, ' ') }], texts })
    await expect(read(together, limits)).rejects.toThrow(faults.tooLarge)
    const liar = zip([
      { name: 'content.xml', content: bomb, claimedSize: 100 },
      { name: 'mimetype', content: '' },
    ])
    await expect(read(liar, limits)).rejects.toThrow(faults.damaged)
  })

  test('if the same text in its cells comes to more than may be kept', async () => {
    const limits = { ...workbookLimits, text: megabyte }
    const shared = { attributes: 't="s"', content: '<v>0</v>' }
    const cells = Array.from({ length: 100 }, () => [shared])
    const book = xlsx({ sheets: [{ name: 'Jobs', rows: cells }], texts: `<si><t>${'x'.repeat(30_000)}</t></si>` })
    await expect(read(book, limits)).rejects.toThrow(faults.tooLarge)
    const merged = Array.from({ length: 100 }, (_, row) => [row === 1 ? 'x'.repeat(30_000) : undefined, 'y'])
    const after = '<mergeCells><mergeCell ref="A2:A1048576"/></mergeCells>'
    await expect(read(xlsx({ sheets: [{ name: 'Jobs', rows: merged, after }] }), limits)).rejects.toThrow(
      faults.tooLarge,
    )
  })

  test('if its archive has too many parts, two of one name, or parts with a password', async () => {
    const many = Array.from({ length: workbookLimits.entries }, (_, place) => ({
      name: `xl/media/${place}`,
      content: '',
    }))
    await expect(read(xlsx({ sheets: [jobs], more: many }))).rejects.toThrow(faults.tooLarge)
    const twice = [{ name: 'XL/workbook.xml', content: '<workbook/>' }]
    await expect(read(xlsx({ sheets: [jobs], more: twice }))).rejects.toThrow(faults.damaged)
    await expect(read(zip([{ name: 'content.xml', content: '', isEncrypted: true }]))).rejects.toThrow(faults.password)
    const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>'
    await expect(read(ods([], [{ name: 'META-INF/manifest.xml', content: manifest }]))).rejects.toThrow(faults.password)
  })

  test('if it is another document, or a binary workbook', async () => {
    await expect(read(zip([{ name: 'photo.jpg', content: 'x' }]))).rejects.toThrow(faults.noWorkbook)
    await expect(read(xlsx({ sheets: [jobs], without: ['xl/workbook.xml'] }))).rejects.toThrow(faults.noWorkbook)
    const [type, target] = ['http://x/officeDocument', 'xl/workbook.bin']
    const rels = `<Relationships><Relationship Id="1" Type="${type}" Target="${target}"/></Relationships>`
    const binary = zip([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: '_rels/.rels', content: rels },
    ])
    await expect(read(binary)).rejects.toThrow(faults.binary)
    const text = '<office:document-content><office:body><office:text/></office:body></office:document-content>'
    await expect(read(zip([{ name: 'content.xml', content: text }]))).rejects.toThrow(faults.noWorkbook)
  })

  test.each([
    ['entities', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>'],
    ['a file from outside', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet/>'],
    ['an unknown entity', '<worksheet><sheetData>&b;</sheetData></worksheet>'],
    ['a thousand levels', `${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`],
    ['no end', '<worksheet><sheetData>'],
    ['a cell outside of all sheets', '<worksheet><c r="A99999999"/></worksheet>'],
    ['a row that is no number', '<worksheet><row r="x"/></worksheet>'],
    ['the name of a method', '<worksheet hasOwnProperty="1" other="2"/>'],
    ['an endless attribute', `<worksheet a="${'x'.repeat(200_000)}"/>`],
    ['no text at all', new Uint8Array([0xff, 0xfe, 0x00, 0xd8])],
  ])('if a part of it has %s', async (_, xml) => {
    await expect(read(sheetOf(xml))).rejects.toThrow(faults.damaged)
  })
})

describe('a sheet is refused with a sentence, and the others can be imported', () => {
  const beside = async (first: { name: string; rows?: XlsxCell[][]; after?: string }) => {
    const book = xlsx({ sheets: [first, jobs] })
    expect(await rowsIn(book, 1)).toHaveLength(1)
    expect(await rowsIn(book, 0)).toEqual([])
    return (await read(book)).sheets[0]?.fault
  }
  test('if it has more rows or columns than an import', async () => {
    const most = Array.from({ length: importLimits.rows + 1 }, (_, row) => [`Flat ${row}`])
    expect((await read(xlsx({ sheets: [{ name: 'Jobs', rows: most }] }))).sheets).toMatchObject([{ rows: 20_000 }])
    expect(await beside({ name: 'Long', rows: [...most, ['one more']] })).toContain('more than 20,000 rows')
    const wide = [Array.from({ length: importLimits.columns + 1 }, (_, column) => `C${column}`)]
    expect(await beside({ name: 'Wide', rows: wide })).toContain('more than 500 columns')
    const merges = '<mergeCell ref="A2:A3"/>'.repeat(10_001)
    expect(await beside({ name: 'Merged', rows, after: `<mergeCells>${merges}</mergeCells>` })).toContain(
      'merged cells',
    )
  })

  test('if it says that a row or a cell is repeated a million times', async () => {
    const repeated = (row: string, cell: string) =>
      `<table:table-row ${row}><table:table-cell ${cell}><text:p>Flat 3</text:p></table:table-cell></table:table-row>`
    const long = ods([{ name: 'Jobs', rows: [['Site']], xml: repeated('table:number-rows-repeated="1048576"', '') }])
    expect((await read(long)).sheets[0]?.fault).toContain('more than 20,000 rows')
    const wide = ods([{ name: 'Jobs', rows: [['Site']], xml: repeated('', 'table:number-columns-repeated="16384"') }])
    expect((await read(wide)).sheets[0]?.fault).toContain('more than 500 columns')
  })
})

test('links, queries and macros beside the sheets are never opened', async () => {
  const book = xlsx({
    sheets: [jobs],
    more: [
      { name: 'xl/externalLinks/externalLink1.xml', content: '<!DOCTYPE x SYSTEM "http://169.254.169.254/">' },
      { name: 'xl/connections.xml', content: 'not XML' },
      { name: 'xl/vbaProject.bin', content: 'MZ' },
      { name: '../../etc/cron.d/job', content: 'x' },
    ].slice(0, 3),
  })
  expect(await rowsIn(book)).toEqual([{ line: 2, row: { Site: 'Flat 3', Fault: 'Tap drips' } }])
})

test('whatever happens to its bytes, a workbook is read or refused with a sentence', async () => {
  const shared = [{ attributes: 't="s"', content: '<v>0</v>' }, 'Tap']
  const books = [
    xlsx({ sheets: [{ name: 'Jobs', rows: [...rows, shared] }, jobs], texts: '<si><t>Flat 4</t></si>' }),
    ods([{ name: 'Jobs', rows: [['Site'], ['Flat 3']] }]),
  ]
  const damage = fc.record({
    book: fc.constantFrom(...books),
    changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
    end: fc.option(fc.nat(), { freq: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ book, changes, end }) => {
      const bytes = Uint8Array.from(book)
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      const read = readWorkbook(bytes.subarray(0, end === null ? bytes.length : end % bytes.length), workbookLimits)
      const error: unknown = await read.then(
        () => undefined,
        (failure: unknown) => failure,
      )
      if (error !== undefined) expect(error).toBeInstanceOf(WorkbookFault)
    }),
    { numRuns: 200 },
  )
})
