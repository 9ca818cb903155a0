import { IDBFactory } from 'fake-indexeddb'
import { get, set } from 'idb-keyval'
import { afterEach, expect, test, vi } from 'vitest'
import { strictStore } from './strict-store.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A database that opens only when told. */
async function hangingDatabase() {
  const request = new IDBFactory().open('hanging')
  const { promise, resolve } = Promise.withResolvers<void>()
  request.onupgradeneeded = () => request.result.createObjectStore('store')
  request.onsuccess = () => resolve()
  await promise
  const hanging: { result: IDBDatabase; onsuccess?: () => void } = { result: request.result }
  const open = vi.fn(() => hanging)
  vi.stubGlobal('indexedDB', { open })
  return { open, opens: () => hanging.onsuccess?.() }
}

test('a database that does not open in five seconds counts as refused, later uses at once, until it opens after all', async () => {
  const { open, opens } = await hangingDatabase()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const store = strictStore('hanging', 'store')
  const first = expect(set('a', 1, store)).rejects.toThrow('has not opened in time')
  await vi.advanceTimersByTimeAsync(5_000)
  await first
  await expect(get('a', store)).rejects.toThrow('has not opened in time')
  expect(open).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
  opens()
  await vi.waitFor(async () => {
    await set('a', 2, store)
    expect(await get('a', store)).toBe(2)
  })
})
