import { expect, test, vi } from 'vitest'
import { added, type Entry, type Queue } from './outbox.ts'
import type { OutboxStorage } from './outbox-storage.ts'
import { withWriteAhead } from './write-ahead.ts'

const entry = (commandId: string): Entry => ({
  commandId,
  happenedAt: '2026-11-20T09:00:00.000Z',
  command: { type: 'DeleteBooking', data: { jobId: 'j' } },
  events: [],
  state: 'waiting',
})

/** The localStorage of one origin, with room for `most` entries. */
function browser(most = 100) {
  const notes = new Map<string, string>()
  let queue: Queue = []
  const storage: Storage = {
    get length() {
      return notes.size
    },
    key: (place) => [...notes.keys()][place] ?? null,
    getItem: (key) => notes.get(key) ?? null,
    setItem: (key, value) => {
      if (notes.size >= most) throw new Error('quota')
      notes.set(key, value)
    },
    removeItem: (key) => void notes.delete(key),
    clear: () => notes.clear(),
  }
  const kept: OutboxStorage = {
    read: async () => queue,
    change: async (by) => {
      queue = by(queue)
      return queue
    },
    wipe: async () => {
      queue = []
    },
    watch: () => () => undefined,
  }
  return { notes, page: (owner = 'dana') => withWriteAhead(kept, owner, storage), queue: () => queue }
}

test('a command whose page closed before it was stored is recovered by the next page, in order', async () => {
  const { page, notes } = browser()
  const left = page()
  await left.change((queue) => added(queue, entry('a')))
  left.writeAhead(entry('c'))
  left.writeAhead(entry('b'))
  const next = page()
  expect((await next.read()).map((one) => one.commandId)).toEqual(['a', 'b', 'c'])
  expect(notes.size).toBe(0)
  expect((await next.read()).map((one) => one.commandId)).toEqual(['a', 'b', 'c'])
})

test('a stored command leaves the write-ahead log, an unstored one stays in it', async () => {
  const { page, notes } = browser()
  const here = page()
  here.writeAhead(entry('a'))
  here.writeAhead(entry('b'))
  await here.change((queue) => added(queue, entry('a')))
  expect([...notes.keys()]).toEqual(['fettle.outbox.dana.b'])
  await here.change((queue) => added(queue, entry('b')))
  expect(notes.size).toBe(0)
})

test('another user of this browser does not see it, and wiping removes only one’s own', async () => {
  const { page, notes } = browser()
  page('dana').writeAhead(entry('a'))
  page('tom').writeAhead(entry('b'))
  expect((await page('tom').read()).map((one) => one.commandId)).toEqual(['b'])
  page('tom').writeAhead(entry('c'))
  await page('tom').wipe()
  expect([...notes.keys()]).toEqual(['fettle.outbox.dana.a'])
})

test('a browser without room for the log still stores the queue', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { page, queue } = browser(0)
  const here = page()
  here.writeAhead(entry('a'))
  await here.change((now) => added(now, entry('a')))
  expect(queue().map((one) => one.commandId)).toEqual(['a'])
  expect(told).toHaveBeenCalledOnce()
  told.mockRestore()
})
