import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withMemoryFallback } from './memory-fallback.ts'
import { type Entry, type Queue, withKept } from './outbox.ts'
import type { OutboxStorage } from './outbox-storage.ts'

const entry = (commandId: string): Entry => ({
  commandId,
  happenedAt: '2026-11-20T09:00:00.000Z',
  command: { type: 'DeleteBooking', data: { jobId: 'j' } },
  events: [],
  state: 'waiting',
})
const idsOf = (queue: Queue) => queue.map((one) => one.commandId)

/** A device whose storage works or not, and where it says that changes are. */
function aDevice(works = true) {
  const none: Queue = []
  const watching = new Set<(removed: readonly string[]) => void>()
  /** Another tab has removed these from the device. */
  const removeElsewhere = (...ids: string[]) => {
    device.kept = device.kept.filter((one) => !ids.includes(one.commandId))
    for (const changed of watching) changed(ids)
  }
  const device = { works, kept: none, where: '', earlier: Promise.resolve(), removeElsewhere }
  const change: OutboxStorage['change'] = async (by) => {
    if (device.works) await device.earlier
    if (!device.works) throw new Error('The connection to the database was lost')
    device.kept = by(device.kept)
    return device.kept
  }
  const storage: OutboxStorage = {
    read: () => change((queue) => queue),
    keep: (entries) => change((queue) => withKept(queue, entries)).then(() => undefined),
    change,
    wipe: () => change(() => []).then(() => undefined),
    watch: (changed) => {
      watching.add(changed)
      return () => void watching.delete(changed)
    },
  }
  const outbox = withMemoryFallback(storage, (where) => {
    device.where = where
  })
  return { device: Object.assign(device, { storage }), outbox }
}

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
afterEach(() => vi.restoreAllMocks())

test('a browser that stores nothing still has a queue while the page is open, and says so', async () => {
  const { device, outbox } = aDevice(false)
  expect(await outbox.read()).toEqual([])
  expect(device.where).toBe('memory')
  await outbox.keep([entry('a')])
  expect(idsOf(await outbox.change((queue) => [...queue, entry('b')]))).toEqual(['a', 'b'])
  expect(idsOf(await outbox.change((queue) => queue.slice(1)))).toEqual(['b'])
  expect(idsOf(await outbox.read())).toEqual(['b'])
  await outbox.wipe()
  expect(await outbox.read()).toEqual([])
})

test('commands kept before a browser stopped storing changes are still in the queue', async () => {
  const { device, outbox } = aDevice()
  await outbox.keep([entry('a')])
  device.works = false
  await outbox.keep([entry('b')])
  expect(idsOf(await outbox.read())).toEqual(['a', 'b'])
  expect(device.where).toBe('memory')
})

test('changes held only in memory are stored once the device can keep them, and removed ones stay removed', async () => {
  const { device, outbox } = aDevice()
  await outbox.keep([entry('a'), entry('b')])
  device.works = false
  await outbox.change((queue) => queue.slice(1))
  await outbox.keep([entry('c')])
  expect(idsOf(device.kept)).toEqual(['a', 'b'])
  device.works = true
  expect(idsOf(await outbox.read())).toEqual(['b', 'c'])
  expect(device.where).toBe('memory')
  await outbox.change((queue) => queue)
  expect(idsOf(device.kept)).toEqual(['b', 'c'])
  expect(device.where).toBe('kept')
})

test('a later command is never on the device without the earlier ones, which another tab would then overtake', async () => {
  const { device, outbox } = aDevice(false)
  await outbox.keep([entry('a')])
  device.works = true
  await outbox.keep([entry('b')])
  expect(idsOf(device.kept)).toEqual(['a', 'b'])
  expect(device.where).toBe('kept')
})

test('nor is it if the device can keep it, but could not keep the one written just before it', async () => {
  const { device, outbox } = aDevice(false)
  device.earlier = outbox.keep([entry('a')])
  device.works = true
  await outbox.keep([entry('b')])
  expect(idsOf(device.kept)).toEqual(['a', 'b'])
})

test('what only memory holds does not replace what another tab has stored of a command since', async () => {
  const { device, outbox } = aDevice()
  await outbox.keep([entry('a'), entry('b'), entry('c')])
  device.works = false
  await outbox.change((queue) => queue.map((one) => ({ ...one, state: 'refused' as const })))
  device.works = true
  device.kept = [{ ...entry('a'), state: 'accepted', seq: 7 }, entry('c')]
  const states = (await outbox.change((queue) => queue)).map(({ commandId, state }) => `${commandId} ${state}`)
  expect(states).toEqual(['a accepted', 'c refused'])
  expect(device.kept).toMatchObject([{ state: 'accepted' }, { state: 'refused' }])
})

test('what another tab has removed meanwhile is neither sent nor put back, whatever memory holds of it', async () => {
  const { device, outbox } = aDevice()
  outbox.watch(() => undefined)
  await outbox.keep([entry('a'), entry('b')])
  device.works = false
  // Such as releasing what is held, which changes every command.
  await outbox.change((queue) => queue.map((one) => ({ ...one })))
  device.removeElsewhere('b')
  expect(idsOf(await outbox.read())).toEqual(['a'])
  device.works = true
  expect(idsOf(await outbox.change((queue) => queue))).toEqual(['a'])
  expect(idsOf(device.kept)).toEqual(['a'])
  // This tab wrote it once more before it was told.
  device.kept = [entry('a'), entry('b')]
  await outbox.change((queue) => queue)
  expect(idsOf(device.kept)).toEqual(['a'])
})

test('accepted commands that are to be sent again after a restore are sent although the device stores nothing', async () => {
  const { device, outbox } = aDevice()
  await outbox.keep([{ ...entry('a'), state: 'accepted', seq: 7 }])
  device.works = false
  await outbox.change(() => [entry('a')])
  device.works = true
  expect(await outbox.read()).toMatchObject([{ state: 'waiting' }])
})

test('commands stored before a browser refused more are wiped with the rest', async () => {
  const { device, outbox } = aDevice()
  await outbox.keep([entry('a')])
  device.works = false
  await outbox.keep([entry('b')])
  device.works = true
  await outbox.wipe()
  expect(device.kept).toEqual([])
  expect(await outbox.read()).toEqual([])
})

test('changes held only in memory are stored as soon as the device can keep them, without another change', async () => {
  vi.useFakeTimers()
  const { device, outbox } = aDevice(false)
  await outbox.keep([entry('a')])
  await vi.advanceTimersByTimeAsync(20_000)
  expect([device.where, device.kept]).toEqual(['memory', []])
  device.works = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect([device.where, idsOf(device.kept)]).toEqual(['kept', ['a']])
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('kept changes are shown and sent as soon as the device can read them', async () => {
  vi.useFakeTimers()
  const { device, outbox } = aDevice()
  await outbox.keep([entry('a')])
  const page = withMemoryFallback(device.storage, () => undefined)
  const changed = vi.fn()
  page.watch(changed)
  device.works = false
  expect(await page.read()).toEqual([])
  device.works = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(changed).toHaveBeenCalledOnce()
  expect(idsOf(await page.read())).toEqual(['a'])
  vi.useRealTimers()
})
