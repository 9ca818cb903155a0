import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { afterEach, expect, test, vi } from 'vitest'
import { checkSealed } from '#core/evidence/check-sealed.ts'
import { drawnHere } from '#test/server/packs/drawn-here.ts'
import { packTask, smallJpeg } from '#test/server/packs/pack-tasks.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'
import { sealedJob, tools } from '#test/server/sealed-files.ts'
import { attachedFile } from './attached-file.ts'

afterEach(() => vi.unstubAllGlobals())

const most = 1_000_000
const sealed = JSON.stringify(sealedJob(() => true))
const other = JSON.stringify({ type: 'fettle-evidence', form: 1, events: [] })
const read = (...pieces: (string | Uint8Array<ArrayBuffer>)[]) => attachedFile(new Blob(pieces), most)

/** A PDF by the library that also makes packs. */
async function pdf(files: Record<string, string>, settings: PDFKit.PDFDocumentOptions = {}) {
  const doc = new PDFDocument(settings)
  const pieces: Buffer[] = []
  doc.on('data', (piece: Buffer) => pieces.push(piece))
  for (const [name, content] of Object.entries(files)) doc.file(Buffer.from(content), { name })
  doc.text('A letter')
  const ended = new Promise((resolve) => doc.on('end', resolve))
  doc.end()
  await ended
  return new Uint8Array(Buffer.concat(pieces))
}

/** An attached file as another program may write it. */
function embedded(
  content: Uint8Array<ArrayBuffer>,
  {
    length = `/Length ${content.length}`,
    filter = '/Filter /FlateDecode',
    lineEnd = '\n',
    name = '/EmbeddedFile',
  } = {},
): Uint8Array<ArrayBuffer> {
  const dictionary = `7 0 obj\r\n<</Type ${name}/Params<</Size 1>>${filter} ${length}>>${lineEnd}stream\r\n`
  return new Uint8Array(
    Buffer.concat([Buffer.from(`%PDF-1.7\n${dictionary}`), content, Buffer.from(`${lineEnd}endstream\nendobj\n`)]),
  )
}
const packed = (text: string) => new Uint8Array(deflateSync(text))

test('the verification file is read out of a pack, as a PDF reader reads it, and holds', async () => {
  const pack = new Uint8Array(await drawnHere(packTask(8), await smallJpeg()))
  const found = await read(pack)
  const text = 'text' in found ? found.text : ''
  expect(text).toBe((await readPdf(pack)).files['evidence-00213.json'])
  const check = await checkSealed(JSON.parse(text), tools)
  expect(check).toMatchObject({ jobRef: '00213', signed: true })
  expect(check?.fault).toBeUndefined()
  // Its table of contents is at the end.
  expect(await read(pack.slice(0, -2_000))).toEqual(found)
})

test('it is found among other attachments, or twice, but not if there are two', async () => {
  expect(await read(await pdf({ 'letter.txt': 'Dear Sir', 'a.json': '{"a":1}', 'evidence.json': sealed }))).toEqual({
    text: sealed,
  })
  expect(await read(embedded(packed(sealed)), embedded(packed(sealed)))).toEqual({ text: sealed })
  expect(await read(await pdf({ 'one.json': sealed, 'two.json': other }))).toEqual({ unread: 'several' })
})

test.each([
  ['a line end before the end', { lineEnd: '\r\n' }],
  ['a length that is told elsewhere', { length: '/Length 12 0 R' }],
  ['a length that is told elsewhere, and long line ends', { length: '/Length 12 0 R', lineEnd: '\r\n' }],
  ['a length that is wrong', { length: '/Length 17' }],
  ['no line end at all', { length: '/Length 12 0 R', lineEnd: '' }],
  ['a list of one filter', { filter: '/Filter [ /FlateDecode ]' }],
  ['no other key', { length: '', filter: '/Filter/FlateDecode' }],
])('it is read however it is written: with %s', async (_, style) => {
  expect(await read(embedded(packed(sealed), style))).toEqual({ text: sealed })
})

test('it is read unpacked, and across the ends of what is read at once', async () => {
  expect(await read(embedded(new Uint8Array(Buffer.from(sealed)), { filter: '' }))).toEqual({ text: sealed })
  for (const before of [4_194_304 - 40, 4_194_304 - 30, 4_194_304 - 20, 8_388_600])
    expect(await read(new Uint8Array(before), embedded(packed(sealed)))).toEqual({ text: sealed })
})

test.each([
  ['a PDF without attachments', async () => pdf({}), 'none'],
  ['one with other attachments', async () => pdf({ 'letter.txt': 'Dear Sir', 'a.json': '{"a":1}' }), 'none'],
  ['one whose text speaks of attachments', async () => embedded(packed(sealed), { name: '/EmbeddedFiles' }), 'none'],
  ['one packed in another way', async () => embedded(packed(sealed), { filter: '/Filter /LZWDecode' }), 'none'],
  ['an encrypted one', async () => pdf({ 'evidence.json': sealed }, { userPassword: 'secret' }), 'encrypted'],
  ['one that was cut off', async () => (await pdf({ 'evidence.json': sealed })).slice(0, 600), 'damaged'],
  ['one that was changed', async () => embedded(packed(sealed).fill(7, 200, 240)), 'damaged'],
  [
    'one with too many attachments',
    async () => pdf(Object.fromEntries(Array.from({ length: 30 }, (_, nth) => [`${nth}.json`, `{"nth":${nth}}`]))),
    'many',
  ],
  ['one whose attachment is too large', async () => embedded(new Uint8Array(most + 1)), 'too large'],
  [
    'one whose attachment has no end',
    async () => new Uint8Array(Buffer.concat([embedded(packed('{')).slice(0, -20), Buffer.alloc(2 * most)])),
    'too large',
  ],
  ['nothing but its first line', async () => new Uint8Array(Buffer.from('%PDF-1.7')), 'none'],
] as const)('%s is told as what it is', async (_, bytes, unread) => {
  expect(await read(await bytes())).toEqual({ unread })
})

test('a file that unpacks to a thousand times its size is not unpacked beyond its limit, and one of another kind hardly at all', async () => {
  let unpacked = 0
  const Real = DecompressionStream
  vi.stubGlobal(
    'DecompressionStream',
    class {
      readonly writable: WritableStream<BufferSource>
      readonly readable: ReadableStream<Uint8Array>
      constructor(format: CompressionFormat) {
        const real = new Real(format)
        this.writable = real.writable
        this.readable = real.readable.pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform(piece, controller) {
              unpacked += piece.length
              controller.enqueue(piece)
            },
          }),
        )
      }
    },
  )
  expect(await read(embedded(packed(`{${' '.repeat(40_000_000)}`)))).toEqual({ unread: 'too large' })
  expect(unpacked).toBeGreaterThan(most)
  expect(unpacked).toBeLessThan(8 * most)
  unpacked = 0
  expect(await read(embedded(packed('x'.repeat(40_000_000))))).toEqual({ unread: 'none' })
  expect(unpacked).toBeLessThan(8 * most)
})

test('of many verification files only two are read', async () => {
  const Real = DecompressionStream
  let opened = 0
  vi.stubGlobal(
    'DecompressionStream',
    class extends Real {
      constructor(format: CompressionFormat) {
        super(format)
        opened += 1
      }
    },
  )
  const made = Array.from({ length: 8 }, (_, nth) => embedded(packed(`{"type":"fettle-evidence","nth":${nth}}`)))
  expect(await read(...made)).toEqual({ unread: 'several' })
  expect(opened).toBe(2)
})

test('no damage makes it fail without a word, or find another file', async () => {
  const pack = await pdf({ 'evidence.json': sealed, 'other.json': '{}' })
  const damage = fc.array(fc.tuple(fc.nat(pack.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(pack.length), async (changes, length) => {
      const damaged = pack.slice()
      for (const [at, byte] of changes) damaged[at] = byte
      const found = await read(damaged.slice(0, length))
      expect('text' in found ? found.text : sealed).toBe(sealed)
    }),
    { numRuns: 150 },
  )
})
