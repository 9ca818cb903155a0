import { expect, test, vi } from 'vitest'
import { holdPhotos, jobsToCome } from './before-photos.ts'
import type { Entry } from './outbox.ts'
import { createSender } from './outbox-sender.ts'

const entry = (jobId: string): Entry => ({
  commandId: jobId,
  happenedAt: '2026-11-20T09:00:00.000Z',
  command: { type: 'DeleteBooking', data: { jobId } },
  events: [],
  state: 'waiting',
})

test('a change that the server fails on again and again, alone in the queue, holds up no photo', async () => {
  const queue = [entry('bad')]
  let failing: readonly string[] = []
  let attempts = 0
  const held: boolean[] = []
  const sender = createSender({
    read: async () => queue,
    send: async () => {
      attempts += 1
      held.push(holdPhotos({ queue, failing }, Date.now()))
      return { failed: 'failing', error: 'Failed.' }
    },
    answer: async () => undefined,
    finalise: async () => undefined,
    park: async () => undefined,
    onFailing: (subjects) => {
      failing = subjects
    },
    onReachable: () => undefined,
    alone: (work) => work(),
    pause: () => 1,
  })
  sender.wake()
  await vi.waitFor(() => expect(attempts).toBeGreaterThan(6))
  sender.stop()
  expect(held.slice(0, 6)).toEqual([true, true, true, true, true, false])
  expect(holdPhotos({ queue: [...queue, entry('good')], failing }, Date.now())).toBe(true)
})

test('photos wait for the job that they belong to until the server has it', () => {
  const create = (state: Entry['state']): Entry => ({
    ...entry('new'),
    command: {
      type: 'CreateJob',
      data: { jobId: 'new', apartmentName: 'Flat 3', createdAt: entry('new').happenedAt, tasks: [] },
    },
    state,
  })
  expect([...jobsToCome([create('waiting')])]).toEqual(['new'])
  expect([...jobsToCome([create('stuck'), entry('other')])]).toEqual(['new'])
  expect([...jobsToCome([create('accepted')])]).toEqual([])
})
