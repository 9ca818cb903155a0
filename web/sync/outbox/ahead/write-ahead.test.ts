import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withKeys } from '#test/simulation/device/local-storage.ts'
import { withMemoryFallback } from '#web/sync/outbox/memory-fallback.ts'
import { type Entry, idsOf } from '#web/sync/outbox/outbox.ts'
import { indexedDbStorage, type OutboxStorage } from '#web/sync/outbox/outbox-storage.ts'
import { withWriteAhead } from './write-ahead.ts'

const entry = (commandId: string, over: Partial<Entry> = {}): Entry => ({
  commandId,
  happenedAt: '2026-11-20T09:00:00.000Z',
  command: { type: 'DeleteBooking', data: { jobId: 'j' } },
  events: [],
  state: 'waiting',
  ...over,
})
let owners = 0
const anOwner = () => `company:user-${++owners}`

const notes = new Map<string, string>()
let mostNotes = Number.POSITIVE_INFINITY
beforeEach(() => {
  notes.clear()
  mostNotes = Number.POSITIVE_INFINITY
  const storage = {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (notes.size >= mostNotes) throw new DOMException('Full', 'QuotaExceededError')
      notes.set(key, value)
    },
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

/** A page whose writes of new commands end when they are let, or never: it is left before. */
function aPage(owner: string) {
  const storage = indexedDbStorage(owner)
  const writing = Promise.withResolvers<void>()
  const slow: OutboxStorage = { ...storage, keep: async (entries) => writing.promise.then(() => storage.keep(entries)) }
  return { page: withWriteAhead(slow, owner), store: writing.resolve }
}

/** Another page, or the next one. */
const otherPage = (owner: string) => withWriteAhead(indexedDbStorage(owner), owner)

test('a command is noted before keep returns, until it is stored', async () => {
  const owner = anOwner()
  const { page, store } = aPage(owner)
  const kept = page.keep([entry('a')])
  expect([...notes.keys()]).toEqual([`fettle.outbox.${owner}.a`])
  store()
  await kept
  expect(notes.size).toBe(0)
  expect(await otherPage(owner).read()).toEqual([entry('a')])
})

test('what a page had no time to store is in the queue of the next, in order, once', async () => {
  const owner = anOwner()
  const { page } = aPage(owner)
  await page.change((queue) => [...queue, entry('b')])
  void page.keep([entry('c', { notBefore: 5 })])
  void page.keep([entry('a')])
  const next = otherPage(owner)
  const all = [entry('a'), entry('b'), entry('c', { notBefore: 5 })]
  expect(await next.read()).toEqual(all)
  expect(notes.size).toBe(0)
  expect(await next.read()).toEqual(all)
})

test('it is also in the queue of a page that was open beside it', async () => {
  const owner = anOwner()
  const beside = otherPage(owner)
  expect(await beside.read()).toEqual([])
  void aPage(owner).page.keep([entry('a')])
  expect(idsOf(await beside.read())).toEqual(['a'])
})

test('a note never takes back what has since become of its command', async () => {
  const owner = anOwner()
  await indexedDbStorage(owner).keep([entry('a', { state: 'accepted' })])
  void aPage(owner).page.keep([entry('a')])
  expect(await otherPage(owner).read()).toEqual([entry('a', { state: 'accepted' })])
})

test('a command whose note is gone by the time the queue is changed was stored by its own page, and is not brought back', async () => {
  const owner = anOwner()
  const { page, store } = aPage(owner)
  const kept = page.keep([entry('a')])
  const taking = otherPage(owner).read()
  store()
  await kept
  await page.change(() => [])
  await taking
  expect(await otherPage(owner).read()).toEqual([])
})

test('wiping leaves neither notes nor commands of a person, and touches nobody else’s', async () => {
  const [tom, dana] = [anOwner(), anOwner()]
  const { page } = aPage(tom)
  void page.keep([entry('a')])
  notes.set(`fettle.outbox.${tom}.later`, JSON.stringify({ ...entry('later'), schema: 99 }))
  void aPage(dana).page.keep([entry('b')])
  await page.wipe()
  expect(await otherPage(tom).read()).toEqual([])
  expect([...notes.keys()].filter((key) => key.includes(tom))).toEqual([])
  expect(idsOf(await otherPage(dana).read())).toEqual(['b'])
})

test('a browser without room for notes stores all the same, and a note that cannot be read hides no other', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue()
  const owner = anOwner()
  notes.set(`fettle.outbox.${owner}.x`, '{')
  mostNotes = 1
  const { page, store } = aPage(owner)
  const kept = page.keep([entry('b')])
  store()
  await kept
  notes.set(`fettle.outbox.${owner}.a`, JSON.stringify(entry('a')))
  expect(idsOf(await otherPage(owner).read())).toEqual(['a', 'b'])
  expect([...notes.keys()]).toEqual([`fettle.outbox.${owner}.x`])
  expect(told).toHaveBeenCalled()
})

test('a note of a later build is left to it', async () => {
  const owner = anOwner()
  notes.set(`fettle.outbox.${owner}.a`, JSON.stringify({ ...entry('a'), schema: 99 }))
  expect(await otherPage(owner).read()).toEqual([])
  expect(notes.size).toBe(1)
})

/** A page on a device whose disk takes nothing while it is full, and where it says that changes are. */
function onDevice(owner: string) {
  const storage = indexedDbStorage(owner)
  const device = { isFull: true, where: '' }
  const full = async () => {
    if (device.isFull) throw new DOMException('Full', 'QuotaExceededError')
  }
  const refusing: OutboxStorage = {
    ...storage,
    keep: async (entries) => full().then(() => storage.keep(entries)),
    change: async (by) => full().then(() => storage.change(by)),
  }
  const fallback = withMemoryFallback(refusing, (where) => {
    device.where = where
  })
  return { device, page: withWriteAhead(fallback, owner) }
}

describe('on a full disk', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => void vi.useRealTimers())

  test('a command stays noted, is in the queue of the next page, which says that the disk lacks it, and is stored once there is room', async () => {
    const owner = anOwner()
    await indexedDbStorage(owner).keep([entry('a')])
    await onDevice(owner).page.keep([entry('b')])
    const { device, page } = onDevice(owner)
    expect(idsOf(await page.read())).toEqual(['a', 'b'])
    expect(device.where).toBe('memory')
    expect(notes.size).toBe(1)
    device.isFull = false
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitFor(() => expect(device.where).toBe('kept'))
    expect(idsOf(await indexedDbStorage(owner).read())).toEqual(['a', 'b'])
    expect(notes.size).toBe(0)
  })

  test('a command that was withdrawn, or answered and settled, does not come back with the next page', async () => {
    const owner = anOwner()
    const { page } = onDevice(owner)
    await page.keep([entry('a'), entry('b')])
    await page.change((queue) => queue.filter(({ commandId }) => commandId !== 'a'))
    expect(idsOf(await onDevice(owner).page.read())).toEqual(['b'])
  })
})
