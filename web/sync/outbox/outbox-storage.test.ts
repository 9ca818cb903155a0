import 'fake-indexeddb/auto'
import { createStore, get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withKeys } from '#test/simulation/device/local-storage.ts'
import { withWriteAhead } from './ahead/write-ahead.ts'
import type { Entry, Queue } from './outbox.ts'
import { indexedDbStorage } from './outbox-storage.ts'

const entry = (commandId: string, over: Partial<Entry> = {}): Entry => ({
  commandId,
  happenedAt: '2026-11-20T09:00:00.000Z',
  command: { type: 'DeleteBooking', data: { jobId: 'j' } },
  events: [],
  state: 'waiting',
  ...over,
})
const idsOf = (queue: Queue) => queue.map((one) => one.commandId)
let owners = 0
const anOwner = () => `company:user-${++owners}`

const notes = new Map<string, string>()
beforeEach(() => {
  const storage = {
    getItem: (key: string) => notes.get(key) ?? null,
    removeItem: (key: string) => notes.delete(key),
  }
  vi.stubGlobal(
    'localStorage',
    withKeys(storage, () => notes.keys()),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('each command is a record of its own, in the order made, and another user sees none of them', async () => {
  const [tom, dana] = [anOwner(), anOwner()]
  const storage = indexedDbStorage(tom)
  await storage.keep([entry('b')])
  const puts = vi.spyOn(IDBObjectStore.prototype, 'put')
  await storage.keep([entry('a')])
  expect(puts).toHaveBeenCalledOnce()
  await storage.change((queue) => queue.map((one) => (one.commandId === 'b' ? { ...one, state: 'accepted' } : one)))
  expect(puts).toHaveBeenCalledTimes(2)
  expect(await indexedDbStorage(tom).read()).toEqual([entry('a'), entry('b', { state: 'accepted' })])
  expect(await indexedDbStorage(dana).read()).toEqual([])
  await storage.change((queue) => queue.slice(1))
  expect(idsOf(await storage.read())).toEqual(['b'])
  await storage.wipe()
  expect(await storage.read()).toEqual([])
})

test('a command counts as kept after a strict transaction, which begins before dispatch returns', async () => {
  const storage = indexedDbStorage(anOwner())
  await storage.read()
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const commits = vi.spyOn(IDBTransaction.prototype, 'commit')
  const stored = storage.keep([entry('a')])
  expect(transactions).toHaveBeenLastCalledWith('commands', 'readwrite', { durability: 'strict' })
  expect(commits).toHaveBeenCalledOnce()
  await stored
})

test('the connection that a browser loses is opened again, and the command is kept', async () => {
  const owner = anOwner()
  const storage = indexedDbStorage(owner)
  await storage.keep([entry('a')])
  const lost = new DOMException(
    'Connection to Indexed Database server lost. Refresh the page to try again',
    'UnknownError',
  )
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw lost
  })
  await storage.keep([entry('b')])
  expect(transactions).toHaveBeenCalledTimes(2)
  expect(idsOf(await indexedDbStorage(owner).read())).toEqual(['a', 'b'])
})

test('a full disk is not tried again', async () => {
  const storage = indexedDbStorage(anOwner())
  await storage.read()
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await expect(storage.keep([entry('a')])).rejects.toThrow('Full')
  expect(transactions).toHaveBeenCalledOnce()
})

test('a queue of an earlier build is moved once, with what its page had no time to store', async () => {
  const [tom, dana] = [anOwner(), anOwner()]
  const before = createStore('fettle-outbox', 'queues')
  await set(tom, [entry('a'), entry('b', { state: 'refused', reason: 'No.' })], before)
  await set(dana, [entry('d')], before)
  for (const [owner, id] of [
    [tom, 'c'],
    [dana, 'e'],
  ] as const)
    notes.set(`fettle.outbox.${owner}.${id}`, JSON.stringify(entry(id)))
  const storage = withWriteAhead(indexedDbStorage(tom), tom)
  expect(await storage.read()).toEqual([entry('a'), entry('b', { state: 'refused', reason: 'No.' }), entry('c')])
  await storage.change((queue) => queue.slice(2))
  expect(idsOf(await indexedDbStorage(tom).read())).toEqual(['c'])
  expect(await get(tom, before)).toBeUndefined()
  expect([...notes.keys()]).toEqual([`fettle.outbox.${dana}.e`])
  expect(idsOf(await withWriteAhead(indexedDbStorage(dana), dana).read())).toEqual(['d', 'e'])
})

test('a command of a later build stays on the device, unread and unsent', async () => {
  const owner = anOwner()
  const storage = indexedDbStorage(owner)
  await storage.keep([entry('a')])
  const later = createStore('fettle-commands', 'commands')
  await set([owner, 'z'], { ...entry('z'), schema: 99 }, later)
  expect(idsOf(await storage.change((queue) => queue.slice(1)))).toEqual([])
  expect(await get([owner, 'z'], later)).toMatchObject({ commandId: 'z' })
})
