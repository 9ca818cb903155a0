import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeBucket } from '#test/server/fake-bucket.ts'
import { openPieceStore, type PieceStore, type UnfinishedPhoto } from './piece-store.ts'
import { isStorageError } from './storage-failure.ts'

let folder: string
let bucket: Awaited<ReturnType<typeof startFakeBucket>>
let stores: Record<'disk' | 'bucket', PieceStore>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fettle-pieces-'))
  bucket = await startFakeBucket()
  stores = { disk: await openPieceStore(folder), bucket: await openPieceStore(folder, bucket.settings) }
})
afterAll(async () => {
  bucket.close()
  await rm(folder, { recursive: true })
})

const aPhoto = (companyId: string): UnfinishedPhoto => ({
  companyId,
  userId: uuid(),
  imageId: uuid(),
  size: 500_000,
  sha256: 'a'.repeat(64),
})

test.each(['disk', 'bucket'] as const)('pieces are kept, listed, read and removed by photo: %s', async (kind) => {
  const store = stores[kind]
  const companyId = uuid()
  const [one, other] = [aPhoto(companyId), aPhoto(companyId)]
  expect(await store.received(one)).toEqual([])
  expect(await store.unfinishedOf(companyId)).toEqual([])
  await Promise.all([3, 0, 10, 0].map((piece) => store.put(one, piece, Buffer.from(`piece ${piece}`))))
  await store.put(other, 1, Buffer.from('other'))
  expect(await store.received(one)).toEqual([0, 3, 10])
  expect(Buffer.from(await store.read(one, 10)).toString()).toBe('piece 10')
  const byId = (photos: UnfinishedPhoto[]) => photos.toSorted((a, b) => a.imageId.localeCompare(b.imageId))
  expect(byId(await store.unfinishedOf(companyId))).toEqual(byId([one, other]))
  await store.remove(one)
  await store.remove(one)
  expect(await store.received(one)).toEqual([])
  expect(await store.unfinishedOf(companyId)).toEqual([other])
})

test.each(['disk', 'bucket'] as const)('the sweep removes what has not changed since: %s', async (kind) => {
  const store = stores[kind]
  const photo = aPhoto(uuid())
  for (const piece of [0, 1, 2]) await store.put(photo, piece, Buffer.from('piece'))
  await store.sweep(new Date(Date.now() - 60_000))
  expect(await store.received(photo)).toEqual([0, 1, 2])
  await store.sweep(new Date(Date.now() + 60_000))
  expect(await store.received(photo)).toEqual([])
})

test('a folder that cannot be used is a failure of the store', async () => {
  const store = await openPieceStore('/dev/null')
  const failure = await store.received(aPhoto(uuid())).catch((error: unknown) => error)
  expect(isStorageError(failure)).toBe(true)
})
