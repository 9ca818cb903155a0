import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { xlsx } from '#test/workbooks/xlsx.ts'
import { zip } from '#test/workbooks/zip.ts'
import { detectKind, isPicture } from './detect-kind.ts'

const kindOf = (bytes: Uint8Array | string) => detectKind(Buffer.from(bytes))
const office = (...names: string[]) => zip(['[Content_Types].xml', ...names].map((name) => ({ name, content: '<x/>' })))
const mail = 'From: Amy <amy@example.com>\r\nTo: office@example.com\r\nSubject: Mould\r\n\r\nIt is back.'

/** A compound file with these streams in its directory. */
function compound(...names: string[]) {
  const bytes = Buffer.alloc(512 + 128 * names.length + 64)
  bytes.write('d0cf11e0a1b11ae1', 'hex')
  for (const [at, name] of names.entries()) {
    bytes.write(name, 512 + 128 * at, 'utf16le')
    bytes.writeUInt16LE(2 * name.length + 2, 512 + 128 * at + 64)
  }
  return bytes
}

describe('the kind of a file follows from its content', () => {
  test('for PDFs, emails and office files', async () => {
    for (const [bytes, kind] of [
      ['%PDF-1.7\n', 'pdf'],
      [mail, 'email'],
      [`Received: from a\r\n by b\r\n${mail}`, 'email'],
      [office('word/document.xml'), 'word'],
      [xlsx({ sheets: [{ name: 'Jobs', rows: [['Site']] }] }), 'excel'],
      [office('ppt/presentation.xml'), 'powerpoint'],
      [compound('Root Entry', '__properties_version1.0'), 'outlook-email'],
      [compound('Root Entry', 'WordDocument'), 'word-97'],
      [compound('Root Entry', 'Workbook'), 'excel-97'],
      [compound('Root Entry', 'PowerPoint Document'), 'powerpoint-97'],
    ] as const)
      expect(await kindOf(bytes), kind).toEqual({ kind, macros: false })
  })
  test('for a spreadsheet as LibreOffice saves it', async () => {
    const saved = await readFile(new URL('../../test/workbooks/saved/jobs.ods', import.meta.url))
    expect(await detectKind(saved)).toEqual({ kind: 'odf-spreadsheet', macros: false })
  })
  test('and so does whether there are programs in it', async () => {
    expect(await kindOf(office('word/document.xml', 'word/vbaProject.bin'))).toEqual({ kind: 'word', macros: true })
    expect(await kindOf(office('xl/workbook.xml', 'xl/macrosheets/sheet1.xml'))).toMatchObject({ macros: true })
    expect(await kindOf(compound('Workbook', '_VBA_PROJECT'))).toEqual({ kind: 'excel-97', macros: true })
  })
})

describe('nothing else is of a known kind', () => {
  test('neither pages, pictures and programs, nor what only begins like a known kind', async () => {
    for (const bytes of [
      '',
      '<!doctype html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a/*%PDF-1.7*/=1;alert(1)',
      ' %PDF-1.7',
      'MZ\u0090\u0000',
      'Subject: only this\n\ntext',
      `<html>\r\n${mail}`,
      'Site,Fault\nFlat 3,Tap drips',
      zip([{ name: 'word/document.xml', content: 'no content types' }]),
      zip([{ name: 'setup.exe', content: 'MZ' }]),
      'PK\u0003\u0004 and nothing more',
      compound('Root Entry'),
      // The name of a stream inside some text is no entry of the directory.
      Buffer.concat([compound('Root Entry'), Buffer.from('x WordDocument\0', 'utf16le')]),
      zip(
        Array.from({ length: 10_001 }, (_, at) => ({
          name: at === 0 ? '[Content_Types].xml' : `word/${at}`,
          content: '',
        })),
      ),
    ])
      expect(await kindOf(bytes), String(bytes).slice(0, 30)).toBeUndefined()
  })
  test('whatever the bytes, an answer comes and no fault', async () => {
    const begun = fc.constantFrom(
      '',
      '%PDF',
      'PK\u0003\u0004',
      '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1',
      'From: a\n',
    )
    await fc.assert(
      fc.asyncProperty(begun, fc.uint8Array({ maxLength: 700 }), async (start, rest) => {
        const bytes = Buffer.concat([Buffer.from(start, 'latin1'), rest])
        const found = await detectKind(bytes)
        expect(found === undefined || !isPicture(bytes)).toBe(true)
      }),
    )
  })
})

test('a picture is told from other files', () => {
  expect(isPicture(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe(true)
  expect(isPicture(Buffer.from('RIFF0000WEBPVP8 '))).toBe(true)
  expect(isPicture(Buffer.from('%PDF-1.7'))).toBe(false)
})
