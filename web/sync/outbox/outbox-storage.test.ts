import { expect, test, vi } from 'vitest'
import type { Entry, Queue } from './outbox.ts'
import { type OutboxStorage, withMemoryFallback } from './outbox-storage.ts'

const broken: OutboxStorage = {
  read: () => Promise.reject(new Error('quota')),
  change: () => Promise.reject(new Error('quota')),
  wipe: () => Promise.reject(new Error('quota')),
  watch: () => () => undefined,
}

const entry = (commandId: string): Entry => ({
  commandId,
  happenedAt: '2026-11-20T09:00:00.000Z',
  command: { type: 'DeleteBooking', data: { jobId: 'j' } },
  events: [],
  state: 'waiting',
})

test('commands queued before a browser stopped storing changes are not lost', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let kept: Queue = []
  let works = true
  const storage = withMemoryFallback({
    ...broken,
    change: async (by) => {
      if (!works) throw new Error('The connection to the database was lost')
      kept = by(kept)
      return kept
    },
  })
  await storage.change((queue) => [...queue, entry('a')])
  works = false
  expect(await storage.change((queue) => [...queue, entry('b')])).toEqual([entry('a'), entry('b')])
  expect(await storage.read()).toEqual([entry('a'), entry('b')])
  told.mockRestore()
})

test('a browser that stores nothing still has a queue while the page is open', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const storage = withMemoryFallback(broken)
  const queue = [entry('a')]
  expect(await storage.change(() => queue)).toEqual(queue)
  expect(await storage.read()).toEqual(queue)
  expect(told).toHaveBeenCalledOnce()
  await storage.wipe()
  expect(await storage.read()).toEqual([])
  told.mockRestore()
})

test('commands stored before a browser refused more are wiped with the rest', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let kept: Queue = [entry('a')]
  const storage = withMemoryFallback({
    ...broken,
    read: async () => kept,
    wipe: async () => {
      kept = []
    },
  })
  await storage.read()
  expect(await storage.change((queue) => [...queue, entry('b')])).toEqual([entry('a'), entry('b')])
  await storage.wipe()
  expect(kept).toEqual([])
  expect(await storage.read()).toEqual([])
  told.mockRestore()
})
