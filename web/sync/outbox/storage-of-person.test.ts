import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDeviceStorage } from '#web/sync/storage/device-storage.ts'
import { type Entry, idsOf } from './outbox.ts'
import { openStorageOf } from './storage-of-person.ts'

const entry = (commandId: string): Entry => ({
  commandId,
  happenedAt: '2026-11-20T09:00:00.000Z',
  command: { type: 'DeleteBooking', data: { jobId: 'j' } },
  events: [],
  state: 'waiting',
})
const where = () => useDeviceStorage.getState().changes

beforeEach(() => {
  vi.stubGlobal('localStorage', { length: 0 })
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A browser that refuses new connections to its database. */
const refusing = () =>
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('A mutation operation was attempted on a database that did not allow mutations.')
  })

test('changes held in memory are still there when the same person opens the page in another role', async () => {
  const refused = refusing()
  await openStorageOf('harrow:tom').keep([entry('a')])
  expect(idsOf(await openStorageOf('harrow:tom').read())).toEqual(['a'])
  refused.mockRestore()
})

test('a page shows where the changes of its person are, not those of the one before', async () => {
  const refused = refusing()
  await openStorageOf('harrow:maya').keep([entry('a')])
  expect(where()).toBe('memory')
  refused.mockRestore()
  await openStorageOf('harrow:dana').read()
  expect(where()).toBe('kept')
  const again = openStorageOf('harrow:maya')
  expect(where()).toBe('memory')
  await again.change((queue) => queue)
  expect(where()).toBe('kept')
})
