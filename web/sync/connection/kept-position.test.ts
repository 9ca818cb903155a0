import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { SyncPosition } from '#core/wire/push.ts'
import {
  keepPosition,
  keptPosition,
  openDevice,
  openedDevice,
  updateKept,
  wipeDevice,
} from '#web/sync/device/device-reads.ts'
import { resumeFromKept, trackKeptPosition } from './kept-position.ts'

const tom = { companyId: 'harrow', userId: 'tom', userRole: 'team' } as const
const keep = (jobId: string, seq: number) => openedDevice()?.keep(['job', jobId], { seq })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  openDevice(tom)
})
afterEach(async () => {
  await wipeDevice()
  vi.useRealTimers()
})

const at = (job: number, calendar = job): SyncPosition => ({
  epoch: 1,
  reached: { job: { generation: 1, seq: job }, calendar: { generation: 2, seq: calendar } },
})

test('a position is saved only once the jobs on the device include the pushes up to it', async () => {
  let stored = () => {}
  let here = at(7)
  const position = trackKeptPosition(() => here)
  position.moved(new Promise((resolve) => (stored = resolve)))
  await vi.advanceTimersByTimeAsync(3_000)
  here = at(9)
  expect(await keptPosition()).toBeUndefined()
  stored()
  await vi.waitFor(async () => expect(await keptPosition()).toEqual(at(7)))
})

test('a tab that may have missed something saves no position', async () => {
  const position = trackKeptPosition(() => undefined)
  position.moved()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await keptPosition()).toBeUndefined()
})

test('a restart resumes from the kept position, or from the oldest answer if that is behind', async () => {
  await keepPosition(at(9, 12))
  expect(await resumeFromKept(1, 20)).toEqual({ from: at(9, 12), isPosition: true })
  expect(await resumeFromKept(1, 10)).toEqual({ from: at(9, 10), isPosition: true })
})

test('a device that knows no position asks for what the oldest job on it has missed', async () => {
  expect(await resumeFromKept(1, 20)).toEqual({ from: { epoch: 1, seq: 20 }, isPosition: false })
  await keep('boiler', 12)
  await keep('tap', 7)
  expect(await resumeFromKept(1, 20)).toEqual({ from: { epoch: 1, seq: 7 }, isPosition: false })
  expect(await resumeFromKept(1, 5)).toEqual({ from: { epoch: 1, seq: 5 }, isPosition: false })
  await keepPosition(at(9))
  expect(await resumeFromKept(2, 20)).toEqual({ from: { epoch: 2, seq: 7 }, isPosition: false })
})

test('after a push that the device could not store, its position stays until the page is opened again', async () => {
  await keep('boiler', 7)
  await keepPosition(at(7))
  vi.spyOn(console, 'error').mockReturnValue()
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  const update = () =>
    updateKept(
      ['job', 'boiler'],
      async () => z.object({ seq: z.number() }),
      () => ({ seq: 8 }),
    )
  await update()
  full.mockRestore()
  await keepPosition(at(8))
  expect(await keptPosition()).toEqual(at(7))
  openDevice(tom)
  await update()
  await keepPosition(at(8))
  expect(await keptPosition()).toEqual(at(8))
})
