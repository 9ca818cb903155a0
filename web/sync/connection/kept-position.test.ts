import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SyncPosition } from '#core/wire/push.ts'
import { keepPosition, keptPosition, openDevice, wipeDevice } from '#web/sync/device/device-reads.ts'
import { resumeFromKept, trackKeptPosition } from './kept-position.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  openDevice({ companyId: 'harrow', userId: 'tom', userRole: 'team' })
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
  expect(await resumeFromKept(1, 20)).toBeUndefined()
  await keepPosition(at(9, 12))
  expect(await resumeFromKept(1, 20)).toEqual(at(9, 12))
  expect(await resumeFromKept(1, 10)).toEqual(at(9, 10))
  expect(await resumeFromKept(2, 20)).toBeUndefined()
})
