import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DiskSpace, describeDisk, judged, readDiskSpace, reserveOf, walSizeFor } from './disk-space.ts'
import { watchDisks } from './disk-watch.ts'

const mebibyte = 1024 * 1024
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A watch of one disk of which the test says how many MiB are free, and what it told. */
async function watched(first: number) {
  let free: number | undefined = first
  const told: string[] = []
  const watch = await watchDisks({
    folders: { database: '/data', files: undefined, sameDisk: '/data/files' },
    onChange: (space: DiskSpace) => told.push(`${space.state} ${space.free / mebibyte}`),
    onFault: () => told.push('unknown'),
    read: async (folder) => {
      if (free === undefined) throw new Error('no such folder')
      return { folder, device: 1, size: 1_000 * mebibyte, ...judged(free * mebibyte, 100 * mebibyte) }
    },
  })
  return {
    ...{ watch, told },
    async now(next: number | undefined) {
      free = next
      await vi.advanceTimersByTimeAsync(1_000)
    },
  }
}

test('a disk is reported when it fills up, when it is full and when it has space again, once each', async () => {
  const { watch, told, now } = await watched(500)
  expect(told).toEqual([])
  for (const free of [450, 399, 300, 99, 50, 105, 111, 300, 500, 600]) await now(free)
  // Between the reserve and a tenth more it stays full.
  expect(told).toEqual(['low 399', 'full 99', 'low 111', 'enough 500'])
  expect(watch.space('database')).toMatchObject({ state: 'enough', free: 600 * mebibyte })
  expect(watch.space('files')).toBeUndefined()
  watch.stop()
  await now(1)
  expect(told).toHaveLength(4)
})

test('replays wait below twice the reserve, until a tenth more is free', async () => {
  const { watch, now } = await watched(500)
  const allowed: (boolean | undefined)[] = []
  for (const free of [200, 199, 219, 221, 50, 150, 300]) {
    await now(free)
    allowed.push(watch.space('database')?.mayReplay)
  }
  expect(allowed).toEqual([true, false, false, true, false, false, true])
  watch.stop()
})

test('a disk that is full at the start is reported, and one that cannot be read holds nothing up', async () => {
  const { watch, told, now } = await watched(20)
  expect(told).toEqual(['full 20'])
  await now(undefined)
  await now(undefined)
  expect(watch.space('database')).toBeUndefined()
  await now(20)
  expect(watch.space('database')).toMatchObject({ state: 'full' })
  // Once for each folder.
  expect(told).toEqual(['full 20', 'unknown', 'unknown'])
  watch.stop()
})

test('the reserve is a fifth of a small disk and 512 MiB of a large one, twice the write-ahead log', () => {
  const sizes = [100, 400, 1_000, 10_000, 1_000_000]
  expect(sizes.map((size) => reserveOf(size * mebibyte) / mebibyte)).toEqual([64, 80, 200, 512, 512])
  expect(sizes.map((size) => walSizeFor(size * mebibyte))).toEqual([48, 48, 100, 256, 256])
})

test('the operator is told what is full and how much is needed', () => {
  const space = { folder: '/var/fettle', free: 210 * mebibyte, reserve: 512 * mebibyte }
  expect(describeDisk({ ...space, state: 'full' })).toBe(
    'The disk of /var/fettle is full: 210 MB are free and Fettle needs 512 MB. Changes are refused; reading and signing in continue. Free 303 MB or more.',
  )
  expect(describeDisk({ ...space, free: 900 * mebibyte, state: 'low' })).toBe(
    'The disk of /var/fettle is filling up: 900 MB are free. Changes will be refused below 512 MB.',
  )
})

test("the system's figures are read", async () => {
  const { free, reserve, state } = await readDiskSpace(tmpdir(), 1)
  expect(free).toBeGreaterThan(1)
  expect({ reserve, state }).toEqual({ reserve: 1, state: 'enough' })
  expect((await readDiskSpace(tmpdir(), Number.MAX_SAFE_INTEGER)).state).toBe('full')
})
