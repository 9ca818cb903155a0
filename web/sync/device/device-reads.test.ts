import 'fake-indexeddb/auto'
import { keys } from 'idb-keyval'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { CallFailure } from '#web/client/request.ts'
import { strictStore } from '#web/sync/storage/strict-store.ts'
import { openDevice, outdatedReads, readOrKept, watchOutdatedReads, wipeDevice } from './device-reads.ts'

const key = ['jobs', { page: 1 }]
const unreachable = new CallFailure(0, 'unreachable')
const reading = (read: () => Promise<{ total: number }>) =>
  readOrKept({ key, schema: async () => z.object({ total: z.number() }), read })

const dana = { companyId: 'harrow', userId: 'dana', userRole: 'owner' } as const
/** The names of what is stored on the device, of everybody. */
const stored = () => keys(strictStore('fettle-answers', 'answers'))
const refusingStorage = () => {
  vi.spyOn(console, 'error').mockReturnValue()
  return vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'UnknownError')
  })
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('what a device does not delete when somebody else signs in is deleted later', async () => {
  openDevice(dana)
  await reading(async () => ({ total: 3 }))
  await vi.waitFor(async () => expect(await stored()).not.toEqual([]))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const refusing = refusingStorage()
  openDevice({ companyId: 'harrow', userId: 'tom', userRole: 'team' })
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  refusing.mockRestore()
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  await vi.waitFor(async () => expect(await stored()).toEqual([]))
})

test('what is answered after a change of role is not kept for the earlier role', async () => {
  openDevice(dana)
  await reading(async () => ({ total: 1 }))
  await vi.waitFor(async () => expect(await stored()).toHaveLength(1))
  const { promise, resolve } = Promise.withResolvers<{ total: number }>()
  const shown = reading(() => promise)
  openDevice({ ...dana, userRole: 'team' })
  await vi.waitFor(async () => expect(await stored()).toEqual([]))
  resolve({ total: 3 })
  await shown
  await reading(async () => ({ total: 2 }))
  await vi.waitFor(async () => expect(await stored()).toEqual([expect.stringContaining('team')]))
  await wipeDevice()
  expect(await stored()).toEqual([])
})

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
