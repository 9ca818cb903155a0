import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addPhotos, file, inMemory, openQueue, states } from '#test/core/photo-device.ts'
import { useDeviceStorage } from '#web/sync/storage/device-storage.ts'
import type { PhotoDependencies } from './photo-dependencies.ts'
import { whyUnusable } from './photo-files.ts'
import { removePhoto } from './photo-queue.ts'
import { usePhotos } from './photo-store.ts'

let storage: ReturnType<typeof inMemory>
let close: (() => void) | undefined
beforeEach(() => {
  storage = inMemory()
})
afterEach(() => {
  close?.()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function open(over: Partial<PhotoDependencies> = {}) {
  const opened = openQueue(storage, over)
  close = opened.close
  return opened
}

test('a photo counts as saved once the device has stored it, and never if it cannot', async () => {
  const stored = Promise.withResolvers<void>()
  const { keep } = storage
  storage.keep = (photo, blob) => stored.promise.then(() => keep(photo, blob))
  open({ maySend: () => false })
  const added = addPhotos('job', [file('a.jpg')])
  await vi.waitFor(() => expect(usePhotos.getState().photos).toMatchObject([{ name: 'a.jpg', isUnsaved: true }]))
  stored.resolve()
  await added
  expect(usePhotos.getState().photos[0]).not.toHaveProperty('isUnsaved')
  await vi.waitFor(() => expect([...storage.photos.values()]).toMatchObject([{ name: 'a.jpg' }]))
  expect([...storage.photos.values()][0]).not.toHaveProperty('isUnsaved')
  storage.keep = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
  vi.spyOn(console, 'error').mockReturnValue()
  await addPhotos('job', [file('b.jpg')])
  expect(usePhotos.getState().photos[1]).toMatchObject({ name: 'b.jpg', isUnsaved: true })
  // With another role the person has another queue; what only memory has is in it too.
  close?.()
  expect(states()).toEqual([])
  open({ maySend: () => false })
  expect(usePhotos.getState().photos).toMatchObject([{ name: 'b.jpg', isUnsaved: true }])
  storage.keep = keep
  close?.()
  open({ maySend: () => false })
  await vi.waitFor(() => expect([...storage.photos.values()]).toMatchObject([{ name: 'a.jpg' }, { name: 'b.jpg' }]))
  await vi.waitFor(() => expect(useDeviceStorage.getState().photos).toBe('kept'))
})

test('a photo that only memory has is stored when the device can, although its person is signed out', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { keep } = storage
  storage.keep = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  open({ maySend: () => false })
  await addPhotos('job', [file('a.jpg')])
  close?.()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(storage.photos.size).toBe(0)
  storage.keep = keep
  await vi.advanceTimersByTimeAsync(15_000)
  expect([...storage.photos.values()]).toMatchObject([{ name: 'a.jpg' }])
  expect(useDeviceStorage.getState().photos).toBe('kept')
})

test('a photo that is removed while the device deletes nothing does not come back, and is deleted later', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { wake } = open({ maySend: () => false })
  await addPhotos('job', [file('a.jpg')])
  const { drop } = storage
  storage.drop = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
  const [photo] = usePhotos.getState().photos
  expect(await removePhoto(photo?.imageId ?? '')).toBe(false)
  storage.drop = drop
  wake()
  await vi.waitFor(() => expect(storage.photos.size).toBe(0))
})

test('a photo that has arrived while the device deletes nothing is not sent again, and is deleted later', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let changedElsewhere: () => void = () => undefined
  storage.watch = (changed) => {
    changedElsewhere = changed
    return () => undefined
  }
  const { drop } = storage
  storage.drop = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
  const { send, finished, wake } = open()
  await addPhotos('job', [file('a.jpg')])
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(states()).toEqual([]))
  changedElsewhere()
  await addPhotos('job', [file('b.jpg')])
  await vi.waitFor(() => expect(finished).toHaveBeenCalledTimes(2))
  expect(send.mock.calls.map(([{ photo }]) => photo.name)).toEqual(['a.jpg', 'b.jpg'])
  storage.drop = drop
  wake()
  await vi.waitFor(() => expect(storage.photos.size).toBe(0))
})

test('a photo that has arrived leaves the queue even if its job cannot be read again', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  open({ uploaded: () => Promise.reject(new Error('unreachable')) })
  await addPhotos('job', [file('a.jpg')])
  await vi.waitFor(() => expect(states()).toEqual([]))
  expect(warned).toHaveBeenCalledOnce()
})

test('what the device could not read at first is read and sent later', async () => {
  const first = open({ maySend: () => false })
  await addPhotos('job', [file('a.jpg')])
  first.close()
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  const { list } = storage
  storage.list = () => Promise.reject(new DOMException('', 'UnknownError'))
  const { send } = open()
  await vi.advanceTimersByTimeAsync(4_000)
  storage.list = list
  await vi.advanceTimersByTimeAsync(4_000)
  expect(send).toHaveBeenCalledOnce()
})

test('a file that is empty or cannot be read is known as such before it is added', async () => {
  expect(await whyUnusable(file('a.jpg'))).toBeUndefined()
  expect(await whyUnusable(file('a.jpg', ''))).toBe('This file is empty.')
  const gone = file('gone.jpg')
  gone.slice = () => ({ ...new Blob(), arrayBuffer: () => Promise.reject(new DOMException('Gone', 'NotFoundError')) })
  expect(await whyUnusable(gone)).toMatch(/^This file cannot be read as a photo/)
})

test('a photo of a job that the server does not know yet waits, and holds up no other', async () => {
  let toCome = new Set(['new'])
  const { send, wake } = open({ jobsToCome: () => toCome })
  await addPhotos('new', [file('first.jpg')])
  await addPhotos('job', [file('second.jpg')])
  const sent = () => send.mock.calls.map(([{ photo }]) => photo.name)
  await vi.waitFor(() => expect(sent()).toEqual(['second.jpg']))
  toCome = new Set()
  wake()
  await vi.waitFor(() => expect(sent()).toEqual(['second.jpg', 'first.jpg']))
})
