import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { CallFailure } from '#web/client/request.ts'
import { openDevice, outdatedReads, readOrKept, watchOutdatedReads } from './device-reads.ts'

const key = ['jobs', { page: 1 }]
const unreachable = new CallFailure(0, 'unreachable')
const reading = (read: () => Promise<{ total: number }>) =>
  readOrKept({ key, schema: async () => z.object({ total: z.number() }), read })

test('a read that does not reach the server is named until it does, whether or not this device kept an answer', async () => {
  openDevice({ companyId: 'harrow', userId: 'tom', userRole: 'team' })
  const told = vi.fn()
  const stop = watchOutdatedReads(told)
  await expect(reading(() => Promise.reject(unreachable))).rejects.toBe(unreachable)
  expect(outdatedReads()).toEqual([key])
  await reading(async () => ({ total: 3 }))
  expect(outdatedReads()).toEqual([])
  await vi.waitFor(async () => expect(await reading(() => Promise.reject(unreachable))).toEqual({ total: 3 }))
  expect(outdatedReads()).toEqual([key])
  stop()
  const before = told.mock.calls.length
  await reading(() => Promise.reject(unreachable))
  expect(told.mock.calls.length).toBe(before)
})

test('a read that the server refuses is not named', async () => {
  openDevice({ companyId: 'harrow', userId: 'dana', userRole: 'owner' })
  const refused = new CallFailure(404, 'job-not-found')
  await expect(reading(() => Promise.reject(refused))).rejects.toBe(refused)
  expect(outdatedReads()).toEqual([])
})
