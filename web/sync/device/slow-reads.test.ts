import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { CallFailure } from '#web/client/request.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'
import { onLateAnswer, openDevice, readOrKept, wipeDevice } from './device-reads.ts'

const key = ['jobs', { page: 1 }]
const schema = async () => z.object({ total: z.number() })
const answered = (total: number) => readOrKept({ key, schema, read: async () => ({ total }) })
const told: (readonly unknown[])[] = []
/** Ends the reading of the screen that was told. */
let haveRead = () => {}
let stop = () => {}

beforeEach(async () => {
  openDevice({ companyId: 'harrow', userId: 'tom', userRole: 'team' })
  stop = onLateAnswer((of) => {
    told.push(of)
    return new Promise<void>((resolve) => {
      haveRead = resolve
    })
  })
  await answered(3)
  await vi.waitUntil(async () => (await readOrKept({ key, schema, read: unreachable })).total === 3)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  stop()
  told.length = 0
  await wipeDevice()
})

const unreachable = () => Promise.reject(new CallFailure(0, 'unreachable'))

test('a read that is not answered in five seconds gives what is kept, and says that the line is slow until it is', async () => {
  const { promise, resolve } = Promise.withResolvers<{ total: number }>()
  const read = vi.fn(() => promise)
  const shown = readOrKept({ key, schema, read })
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect(await shown).toEqual({ total: 3 })
  expect(useConnectionState.getState().slowReads).toBe(1)
  resolve({ total: 4 })
  await vi.waitUntil(() => told.length === 1)
  expect(told).toEqual([key])
  expect(useConnectionState.getState().slowReads).toBe(0)
  // The screen reads again, which costs no further request.
  expect(await readOrKept({ key, schema, read })).toEqual({ total: 4 })
  expect(read).toHaveBeenCalledTimes(1)
  expect(await answered(5)).toEqual({ total: 5 })
})

test('a late answer that no screen reads at once is not shown later instead of asking the server', async () => {
  const { promise, resolve } = Promise.withResolvers<{ total: number }>()
  const shown = readOrKept({ key, schema, read: () => promise })
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect(await shown).toEqual({ total: 3 })
  resolve({ total: 4 })
  await vi.waitUntil(() => told.length === 1)
  haveRead()
  await Promise.resolve()
  expect(await answered(5)).toEqual({ total: 5 })
})

test('a slow read of something not kept waits for its answer', async () => {
  const { promise, resolve } = Promise.withResolvers<{ total: number }>()
  const shown = readOrKept({ key: ['jobs', { page: 2 }], schema, read: () => promise })
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
  resolve({ total: 9 })
  expect(await shown).toEqual({ total: 9 })
  expect(told).toEqual([])
})

test('a slow read that fails in the end changes nothing', async () => {
  const { promise, reject } = Promise.withResolvers<{ total: number }>()
  const shown = readOrKept({ key, schema, read: () => promise })
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect(await shown).toEqual({ total: 3 })
  reject(new CallFailure(0, 'unreachable'))
  await vi.waitUntil(() => useConnectionState.getState().slowReads === 0)
  expect(told).toEqual([])
})

test('a late answer does not undo what a later read has answered, neither shown nor kept', async () => {
  const { promise, resolve } = Promise.withResolvers<{ total: number }>()
  const shown = readOrKept({ key, schema, read: () => promise })
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect(await shown).toEqual({ total: 3 })
  expect(await answered(5)).toEqual({ total: 5 })
  resolve({ total: 4 })
  await vi.waitUntil(() => useConnectionState.getState().slowReads === 0)
  expect(told).toEqual([])
  expect(await answered(6)).toEqual({ total: 6 })
  expect(await readOrKept({ key, schema, read: unreachable })).toEqual({ total: 6 })
})

test('of two slow reads the first answer is shown at once, and the older one not after the newer', async () => {
  const slow = async () => {
    const { promise, resolve } = Promise.withResolvers<{ total: number }>()
    const shown = readOrKept({ key, schema, read: () => promise })
    await vi.advanceTimersByTimeAsync(5_000)
    await shown
    return (total: number) => resolve({ total })
  }
  const inOrder = [await slow(), await slow()]
  for (const [nth, answer] of inOrder.entries()) {
    answer(nth + 4)
    await vi.waitUntil(() => told.length === nth + 1)
    expect(await answered(9)).toEqual({ total: nth + 4 })
    haveRead()
  }
  const [older, newer] = [await slow(), await slow()]
  newer(7)
  await vi.waitUntil(() => told.length === 3)
  haveRead()
  older(6)
  await vi.waitUntil(() => useConnectionState.getState().slowReads === 0)
  expect(told).toHaveLength(3)
  expect(await readOrKept({ key, schema, read: unreachable })).toEqual({ total: 7 })
})

test('a late answer for which the device has no room is shown all the same', async () => {
  const { promise, resolve } = Promise.withResolvers<{ total: number }>()
  const read = vi.fn(() => promise)
  const shown = readOrKept({ key, schema, read })
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect(await shown).toEqual({ total: 3 })
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  resolve({ total: 4 })
  await vi.waitUntil(() => told.length === 1)
  expect(full).toHaveBeenCalled()
  expect(await readOrKept({ key, schema, read })).toEqual({ total: 4 })
  expect(read).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
})
