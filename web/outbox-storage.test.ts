import { expect, test, vi } from 'vitest'
import type { Queue } from './outbox.ts'
import { type OutboxStorage, orInMemory } from './outbox-storage.ts'

const broken: OutboxStorage = {
  read: () => Promise.reject(new Error('quota')),
  change: () => Promise.reject(new Error('quota')),
  wipe: () => Promise.reject(new Error('quota')),
  watch: () => () => undefined,
}

test('a browser that keeps nothing still has a queue while the page is open', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const storage = orInMemory(broken)
  const queue: Queue = [
    {
      commandId: 'a',
      happenedAt: '2026-11-20T09:00:00.000Z',
      command: { type: 'DeleteBooking', data: { jobId: 'j' } },
      events: [],
      state: 'waiting',
    },
  ]
  expect(await storage.change(() => queue)).toEqual(queue)
  expect(await storage.read()).toEqual(queue)
  await storage.wipe()
  expect(await storage.read()).toEqual([])
  expect(told).toHaveBeenCalledOnce()
  told.mockRestore()
})
