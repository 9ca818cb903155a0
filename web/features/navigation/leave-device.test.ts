import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyLedger } from '#web/sync/ledger/ledger-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { type Photo, usePhotos } from '#web/sync/photos/photo-store.ts'
import { workToLose } from './leave-device.ts'

const change = (state: Entry['state']): Entry => ({
  commandId: `${state} change`,
  happenedAt: '2026-11-20T09:00:00.000Z',
  command: { type: 'DeleteBooking', data: { jobId: 'job' } },
  events: [],
  state,
})
const photo = (state: Photo['state']): Photo => ({
  imageId: `${state} photo`,
  jobId: 'job',
  name: 'a.jpg',
  size: 1,
  state,
  part: 0,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  useLedger.setState(emptyLedger, true)
  usePhotos.setState({ photos: [], isRead: false })
})

test('what was refused would be lost as well as what waits; what the server has taken would not', async () => {
  const queue = (['waiting', 'accepted', 'refused', 'stuck'] as const).map(change)
  useLedger.setState({ queue, queueRead: true })
  usePhotos.setState({ photos: (['waiting', 'sending', 'failed', 'stuck', 'sent'] as const).map(photo), isRead: true })
  expect(await workToLose()).toBe('7 changes haven’t been sent or were refused and will be lost.')
})

test('a device with nothing but refused changes says so, and one with nothing has nothing to lose', async () => {
  usePhotos.setState({ isRead: true })
  useLedger.setState({ queue: [change('accepted')], queueRead: true })
  expect(await workToLose()).toBeUndefined()
  useLedger.setState({ queue: [change('refused')] })
  expect(await workToLose()).toBe('1 change was refused and will be lost.')
})

test('what would be lost is counted once the stored changes and photos have been read', async () => {
  const counted = workToLose()
  await vi.advanceTimersByTimeAsync(1_000)
  useLedger.setState({ queue: [change('refused')], queueRead: true })
  await vi.advanceTimersByTimeAsync(1_000)
  usePhotos.setState({ photos: [photo('waiting')], isRead: true })
  expect(await counted).toBe('2 changes haven’t been sent or were refused and will be lost.')
})

test('a device that does not say what it stores holds nobody up for long', async () => {
  useLedger.setState({ queue: [change('waiting')] })
  const counted = workToLose()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await counted).toBe('1 change hasn’t been sent and will be lost.')
})

test('nobody loses unread work unasked: a device whose photos cannot be read says that there may be some', async () => {
  useLedger.setState({ queue: [], queueRead: true })
  const counted = workToLose()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await counted).toBe(
    'This device can’t tell whether all your changes have been sent. Any that haven’t been will be lost.',
  )
})
