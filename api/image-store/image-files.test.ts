import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeBucket } from '#test/server/fake-bucket.ts'
import { type ImageFiles, openImageFiles } from './image-files.ts'

const key = `0193a5f0-0001-7c3e-8a11-3f5be01d7c01/${'a'.repeat(64)}.webp`
const bytes = Buffer.from('RIFF')

let folder: string
let bucket: Awaited<ReturnType<typeof startFakeBucket>>
let stores: Record<'disk' | 'bucket', ImageFiles>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fettle-images-'))
  bucket = await startFakeBucket()
  stores = { disk: await openImageFiles(folder), bucket: await openImageFiles(folder, bucket.settings) }
})
afterAll(async () => {
  bucket.close()
  await rm(folder, { recursive: true })
})

test.each(['disk', 'bucket'] as const)('a picture is kept, found, read and removed: %s', async (kind) => {
  const files = stores[kind]
  expect(await files.has(key)).toBe(false)
  expect(await files.read(key)).toBeUndefined()
  await files.put(key, bytes)
  await files.put(key, bytes)
  expect(await files.has(key)).toBe(true)
  expect(await files.read(key)).toEqual(bytes)
  if (kind === 'bucket') expect(bucket.objects.get(`/pictures/${key}`)?.type).toBe('image/webp')
  await files.remove(key)
  await files.remove(key)
  expect(await files.has(key)).toBe(false)
})

test('a bucket is addressed by its name in the path', () => {
  expect(bucket.requests[0]).toMatch(
    /^HEAD \/pictures\/.* AWS4-HMAC-SHA256 Credential=us\/\d{8}\/eu-west-2\/s3\/aws4_request$/,
  )
})

test('a folder only ever holds complete files, even with many writers of the same one', async () => {
  const big = Buffer.alloc(1_000_000, 'x')
  const reads: number[] = []
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await stores.disk.put(key, big)
      reads.push((await stores.disk.read(key))?.length ?? -1)
    }),
  )
  expect(new Set(reads)).toEqual(new Set([big.length]))
  expect(await readdir(join(folder, key.split('/')[0] ?? ''))).toEqual([`${'a'.repeat(64)}.webp`])
})

test('a folder that cannot be written fails with the reason', async () => {
  const files = await openImageFiles('/dev/null')
  await expect(files.put(key, bytes)).rejects.toMatchObject({ code: 'E_CANNOT_WRITE_FILE' })
})
