import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encode } from './encode.ts'
import { limits } from './encode-limits.ts'

const claim = { companyId: 'harrow', userId: 'dana' }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fettle-encode-'))
})
afterAll(() => rm(folder, { recursive: true }))

const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#fff' } })
async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, bytes)
  return file
}

test('an image that needs too much memory ends only the process that decodes it', async () => {
  const file = await fileOf('large', await blank(6_000, 4_000).jpeg({ progressive: true }).toBuffer())
  expect(await encode(file, folder, claim, { ...limits, memory: 60_000_000 })).toEqual({ fault: 'too-complex' })
})

test('an image that takes too long is stopped too, even if decoding hangs', async () => {
  const pipe = join(folder, 'never-ending')
  execFileSync('mkfifo', [pipe])
  expect(await encode(pipe, folder, claim, { ...limits, longest: 500 })).toEqual({ fault: 'too-complex' })
})

test('the largest photos of phones are accepted, in either orientation, and the same bytes give the same image', {
  timeout: 180_000,
}, async () => {
  const taken = { IFD2: { DateTimeOriginal: '2026:11:20 09:08:41' } }
  const large = blank(8_160, 6_120).withExif(taken).withMetadata({ orientation: 6 })
  const bytes = await large.jpeg({ quality: 40 }).toBuffer()
  const file = await fileOf('fifty', bytes)
  const made = await encode(file, folder, claim)
  expect(made).toMatchObject({ width: 1_920, height: 2_560, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(made).toMatchObject({ takenAt: '2026-11-20T09:08:41' })
  expect(await encode(file, folder, claim)).toEqual(made)
})

test('a small image keeps its size, a very narrow one its shape, and transparency is kept', async () => {
  const small = await fileOf('small', await blank(20, 10).png().toBuffer())
  expect(await encode(small, folder, claim)).toMatchObject({ width: 20, height: 10 })
  const sliver = await fileOf('sliver', await blank(1, 20_000).png().toBuffer())
  expect(await encode(sliver, folder, claim)).toMatchObject({ width: 1, height: 2_560 })
  const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
  await encode(await fileOf('clear', await clear.webp().toBuffer()), folder, claim)
  expect(await sharp(join(folder, 'display')).metadata()).toMatchObject({ hasAlpha: true })
})

test('a failure of the machine is not blamed on the image', async () => {
  const file = await fileOf('fine', await blank(20, 10).png().toBuffer())
  await expect(encode(file, join(folder, 'nowhere'), claim)).rejects.toThrow()
  expect(await readdir(folder)).not.toContain('nowhere')
})

test('a photo with a side of more than 20,000 pixels is refused by its header', async () => {
  const file = await fileOf('line', await blank(1, 20_001).png().toBuffer())
  expect(await encode(file, folder, claim)).toEqual({ fault: 'too-many-pixels' })
})

test('the process of a caller who hangs up is killed, and those still waiting never start', async () => {
  const pipe = join(folder, 'endless')
  execFileSync('mkfifo', [pipe])
  const leaving = new AbortController()
  // Left alone they would run for longer than this test may, and so would the next.
  const patient = { ...limits, milliseconds: 3_600_000, longest: 3_600_000 }
  const all = [1, 2, 3, 4].map(() => encode(pipe, folder, { ...claim, signal: leaving.signal }, patient))
  leaving.abort(new Error('hung up'))
  const outcomes = await Promise.all(all.map((one) => one.catch((error: unknown) => error)))
  expect(outcomes).toEqual(Array(4).fill(leaving.signal.reason))
  const fine = await fileOf('next', await blank(20, 10).png().toBuffer())
  expect(await encode(fine, folder, claim)).toMatchObject({ width: 20 })
})
