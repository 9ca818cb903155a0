import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UploadAnswer } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { createJob } from '#test/server/commands.ts'
import { formOf, picture, smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let jobId: string
let photo: Buffer
let filesBefore: number
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  jobId = (await createJob(server, olga)).jobId
  photo = await smallPhoto()
  expect((await upload(server, olga, jobId, { files: [{ bytes: photo }] })).status).toBe(200)
  filesBefore = (await openFiles()).length
})
afterAll(() => server.close())
afterEach(async () => {
  await expect.poll(leftovers).toEqual([])
  await expect.poll(async () => (await openFiles()).length).toBeLessThanOrEqual(filesBefore + 2)
})

const leftovers = () => readdir(server.services.images.uploadsFolder)
/** Open descriptors of this process, without sockets, which are pooled. */
const openFiles = async () => {
  const { readlink } = await import('node:fs/promises')
  const all = await readdir('/proc/self/fd')
  const targets = await Promise.all(all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((one) => one.startsWith('/') && !one.startsWith('/dev') && !one.startsWith('/proc'))
}
const answerTo = async (bytes: Uint8Array, file: { name?: string; type?: string } = {}) => {
  const answer = await upload(server, olga, jobId, { files: [{ bytes, ...file }] })
  return { status: answer.status, ...(await answer.json()) }
}
const small = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })

const files: [string, () => Promise<Uint8Array> | Uint8Array, number, string][] = [
  [
    'an SVG',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    400,
    'not-an-image',
  ],
  ['a page that says it is a PNG', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 400, 'not-an-image'],
  ['a GIF', () => small().gif().toBuffer(), 400, 'not-an-image'],
  ['a TIFF', () => small().tiff().toBuffer(), 400, 'not-an-image'],
  ['an AVIF', () => small().avif().toBuffer(), 400, 'not-an-image'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>'), 400, 'not-an-image'],
  ['half a JPEG', async () => (await picture(800, 600).jpeg().toBuffer()).subarray(0, 900), 400, 'not-an-image'],
  ['half a PNG', async () => (await picture(800, 600).png().toBuffer()).subarray(0, 900), 400, 'not-an-image'],
  ['nothing at all', () => Buffer.alloc(0), 400, 'empty-file'],
  ['more than 25 MB', () => Buffer.alloc(25 * 1024 * 1024 + 1), 413, 'too-large'],
]
test.each(files)('%s is refused', async (_, make, status, code) => {
  expect(await answerTo(await make(), { name: 'photo.png', type: 'image/png' })).toMatchObject({ status, code })
})

test('a bomb of more than 50 megapixels is refused for the size in its header, undecoded', async () => {
  const progressive = await small().jpeg({ progressive: true }).toBuffer()
  const bombs = [
    jpegOfSize(progressive, 9_000, 6_000),
    jpegOfSize(await small().jpeg().toBuffer(), 9_000, 6_000),
    pngOfSize(await small().png().toBuffer(), 9_000, 6_000),
    jpegOfSize(progressive, 6_000, 5_000),
  ]
  // Only their headers give these sizes: decoding them would find small images.
  for (const bomb of bombs)
    expect(await answerTo(bomb)).toMatchObject({ status: 400, code: 'too-many-pixels', field: 'images.0' })
})

/** The image with another size in its header. */
function jpegOfSize(image: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(image)
  const frame = Math.max(bytes.indexOf('ffc0', 'hex'), bytes.indexOf('ffc2', 'hex'))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

/** The same for a PNG, whose header has a checksum. */
function pngOfSize(image: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(image)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

test('anything hidden in an image file is gone after encoding', async () => {
  const form = {
    files: [{ bytes: Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]), name: 'a.jpg.html' }],
  }
  const { images }: UploadAnswer = await (await upload(server, olga, jobId, form)).json()
  const shown = await server.call(images[0]?.urls.display ?? '')
  expect(Buffer.from(await shown.arrayBuffer()).includes('script')).toBe(false)
  expect(shown.headers.get('content-type')).toBe('image/webp')
})

test.each([
  '../../../keys.json',
  '..\\..\\keys.json',
  '/etc/passwd',
  '\u202Egpj.exe',
  `${'n'.repeat(500)}.jpg`,
  'photo.jpg"; name="jobId',
  'photo.php.jpg',
])('a file may be called %j: its name is ignored', async (name) => {
  const keys = server.services.config.dataFolder
  const before = (await readdir(keys)).sort()
  expect(await answerTo(photo, { name })).toMatchObject({ status: 200 })
  expect((await readdir(keys)).sort()).toEqual(before)
  const kept = await readdir(join(keys, 'images', olga.user.companyId))
  for (const file of kept) expect(file).toMatch(/^[0-9a-f]{64}(-thumbnail)?\.webp$/)
})

test.each([
  ['a\u0000.jpg', 'broken-upload'],
  ['.', 'no-file'],
  ['..', 'no-file'],
])('a part called %j is not accepted as a file', async (name, code) => {
  expect(await answerTo(photo, { name })).toMatchObject({ status: 400, code })
})

test('too many files, unexpected files and fields, and fields that would become objects are refused', async () => {
  const one = { bytes: photo }
  const many = await upload(server, olga, jobId, { files: Array.from({ length: 11 }, () => one) })
  expect([many.status, await many.json()]).toMatchObject([400, { code: 'too-many-files' }])
  for (const field of ['avatar', 'images[0]', 'images[]', '__proto__', 'constructor']) {
    const answer = await upload(server, olga, jobId, { files: [{ ...one, field }] })
    expect([answer.status, field]).toEqual([400, field])
    expect(await answer.json()).toMatchObject({ code: expect.any(String), error: expect.any(String) })
  }
  for (const name of [
    '__proto__',
    'constructor',
    'jobId[0]',
    'a[b][c]',
    'a[99999999]',
    '__proto__[polluted]',
    'index',
    'x'.repeat(200),
  ]) {
    const answer = await upload(server, olga, jobId, { files: [one], fields: { [name]: '1' } })
    expect([name, answer.status]).toEqual([name, 400])
  }
  const twice = formOf(olga, jobId, { files: [one] })
  twice.append('jobId', jobId)
  const path = pathTo(paths.uploadImage, { companyId: olga.user.companyId })
  expect((await server.call(path, { token: olga.token, body: twice })).status).toBe(400)
  const long = await upload(server, olga, jobId, { files: [one], fields: { descriptions: 'x'.repeat(70_000) } })
  expect(long.status).toBe(400)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

test('anything but a form is refused, and so is a form that never ends', async () => {
  const path = pathTo(paths.uploadImage, { companyId: olga.user.companyId })
  const send = async (type: string, body: string) => {
    const answer = await server.call(path, { token: olga.token, body, headers: { 'content-type': type } })
    return [answer.status, (await answer.json()).code]
  }
  expect(await send('application/json', '{}')).toEqual([415, 'unsupported-media-type'])
  expect(await send('multipart/form-data', 'x')).toEqual([400, 'broken-upload'])
  expect(await send('multipart/mixed; boundary=x', '--x--')).toEqual([415, 'unsupported-media-type'])
  const part = '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\nabc'
  expect(await send('multipart/form-data; boundary=x', part)).toEqual([400, 'broken-upload'])
  expect(await send('multipart/form-data; boundary=x', '')).toEqual([400, 'broken-upload'])
})

test('one person can have at most six uploads in progress', async () => {
  const ended = Promise.withResolvers<void>()
  const held = await Promise.all(Array.from({ length: 6 }, () => uploadInHalves(ended.promise)))
  await expect.poll(async () => (await leftovers()).length).toBe(6)
  expect(await answerTo(photo)).toMatchObject({ status: 429, code: 'too-many-uploads' })
  ended.resolve()
  for (const answer of held) expect((await answer()).status).toBe(200)
  expect(await answerTo(photo)).toMatchObject({ status: 200 })
})

/** Begins an upload and sends its second half when `then` resolves. Returns a function that waits for the answer. */
async function uploadInHalves(then: Promise<void>): Promise<() => Promise<Response>> {
  const url = server.url + pathTo(paths.uploadImage, { companyId: olga.user.companyId })
  const form = new Request(url, { method: 'POST', body: formOf(olga, jobId, { files: [{ bytes: photo }] }) })
  const bytes = new Uint8Array(await form.arrayBuffer())
  const half = Math.floor(bytes.length / 2)
  const body = new ReadableStream({
    async start(stream) {
      stream.enqueue(bytes.subarray(0, half))
      await then
      stream.enqueue(bytes.subarray(half))
      stream.close()
    },
  })
  const headers = {
    'content-type': form.headers.get('content-type') ?? '',
    origin: server.url,
    authorization: `Bearer ${olga.token}`,
  }
  // The types of browsers do not know `duplex`, which a stream needs.
  const asStream = { method: 'POST', headers, body, duplex: 'half' }
  const answer = fetch(url, asStream)
  answer.catch(() => undefined)
  return () => answer
}
