import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { addPhotos, file, givenAt, inMemory, openQueue, sentAnswer, states } from '#test/core/photo-device.ts'
import { useDeviceStorage } from '#web/sync/storage/device-storage.ts'
import { photoStatus } from './photo-changes.ts'
import type { PhotoDependencies } from './photo-dependencies.ts'
import { removePhoto, retryPhoto } from './photo-queue.ts'
import { type Photo, unsentOf, usePhotos } from './photo-store.ts'
import { outcomeOf } from './sending/photo-outcome.ts'
import { formOf } from './sending/upload-photo.ts'

let storage: ReturnType<typeof inMemory>
let close: (() => void) | undefined
beforeEach(() => {
  storage = inMemory()
})
afterEach(() => close?.())

function open(over: Partial<PhotoDependencies> = {}) {
  const opened = openQueue(storage, over)
  close = opened.close
  return opened
}

test('photos are sent two at a time, and deleted from storage afterwards', async () => {
  let atOnce = 0
  let most = 0
  const send = vi.fn<PhotoDependencies['send']>(async () => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await new Promise((resolve) => setTimeout(resolve, 2))
    atOnce -= 1
    return sentAnswer
  })
  const { finished } = open({ send })
  await addPhotos(
    'job',
    ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => file(name)),
  )
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
  expect(send.mock.calls.map(([{ photo }]) => photo.name).toSorted()).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'])
  expect(most).toBe(2)
  await vi.waitFor(() => expect(states()).toEqual([]))
  expect(storage.photos.size + storage.files.size).toBe(0)
})

test('a small photo overtakes large ones, and the first large one is sent meanwhile', async () => {
  let may = false
  const sent: string[] = []
  const large = Promise.withResolvers<void>()
  const { finished, wake } = open({
    maySend: () => may,
    send: async ({ photo }) => {
      if (photo.size > 100) await large.promise
      sent.push(photo.name)
      return sentAnswer
    },
  })
  const long = 'x'.repeat(1_000)
  await addPhotos('job', [file('first.jpg', long), file('second.jpg', long), file('small.jpg'), file('tiny.jpg', '.')])
  await vi.waitFor(() => expect(usePhotos.getState().photos.every(({ isOriginal }) => !isOriginal)).toBe(true))
  may = true
  wake()
  await vi.waitFor(() => expect(sent).toEqual(['tiny.jpg', 'small.jpg']))
  large.resolve()
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
})

test('a photo that cannot reach the server is retried under the same id, even after a reload', async () => {
  const ids: string[] = []
  const first = open({
    send: async ({ photo }) => {
      ids.push(photo.imageId)
      return { failed: 'unreachable', error: 'Failed to upload images. Please try again.' }
    },
    pause: () => 60_000,
  })
  await addPhotos('job', [file('a.jpg')])
  await vi.waitFor(() => expect(usePhotos.getState().photos[0]?.reason).toMatch(/^Failed to upload/))
  first.wake()
  await vi.waitFor(() => expect(ids).toHaveLength(2))
  close?.()
  expect(states()).toEqual([])
  const { send, finished } = open()
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
  expect(new Set([...ids, send.mock.calls[0]?.[0].photo.imageId]).size).toBe(1)
})

test('a stored photo says so once no server has answered, even if the browser has not noticed', async () => {
  let status = 0
  const { wake } = open({ send: async () => outcomeOf({ status, body: undefined }), pause: () => 60_000 })
  await addPhotos('job', [file('a.jpg')])
  const said = () => usePhotos.getState().photos.map((photo) => photoStatus(photo, false))
  const unanswered = 'Failed to upload images. Please try again. It is saved on this device.'
  await vi.waitFor(() => expect(said()).toEqual([unanswered]))
  status = 429
  wake()
  await vi.waitFor(() => expect(said()).toEqual(['Failed to upload images. Please try again.']))
})

test('a refused photo keeps its reason and delays no other; it can be retried or removed', async () => {
  const send = vi.fn<PhotoDependencies['send']>(async ({ photo }) =>
    photo.name === 'bomb.jpg' ? { failed: 'rejected', error: 'Too large.' } : sentAnswer,
  )
  const { finished } = open({ send })
  await addPhotos('job', [file('bomb.jpg'), file('b.jpg')])
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(states()).toEqual(['bomb.jpg failed']))
  expect(unsentOf(usePhotos.getState().photos)).toBe(1)
  const [failed] = usePhotos.getState().photos
  if (failed) retryPhoto(failed)
  await vi.waitFor(() => expect(finished).toHaveBeenCalledTimes(2))
  expect(states()).toEqual(['bomb.jpg failed'])
  removePhoto(failed?.imageId ?? '')
  await vi.waitFor(() => expect(storage.photos.size).toBe(0))
  expect(states()).toEqual([])
})

test('a photo that the server keeps failing on does not stop the others', async () => {
  const sent: string[] = []
  open({
    send: async ({ photo }) => {
      if (photo.name === 'bad.jpg')
        return { failed: 'unreachable', error: 'Failed to upload images. Please try again.' }
      sent.push(photo.name)
      return sentAnswer
    },
  })
  await addPhotos('job', [file('bad.jpg'), file('b.jpg'), file('c.jpg')])
  await vi.waitFor(() => expect(sent).toEqual(['b.jpg', 'c.jpg']))
  await vi.waitFor(() => expect(states()).toEqual(['bad.jpg waiting']))
})

test('a photo keeps the time at which it was given, however long it waits', async () => {
  open({ maySend: () => false })
  await addPhotos('job', [file('a.jpg')])
  close?.()
  const { send } = open()
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  const [sending] = send.mock.calls[0] ?? []
  expect(sending && formOf(sending).get('givenAt')).toBe(JSON.stringify([givenAt]))
})

test('photos wait until smaller changes have been sent', async () => {
  let may = false
  const { send, wake } = open({ maySend: () => may })
  await addPhotos('job', [file('a.jpg')])
  expect(send).not.toHaveBeenCalled()
  may = true
  wake()
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
})

test('a cancelled photo stops at once and does not come back', async () => {
  let aborted = false
  const { finished } = open({
    send: ({ signal }) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          aborted = true
          resolve({ failed: 'cancelled' })
        }),
      ),
  })
  await addPhotos('job', [file('a.jpg')])
  await vi.waitFor(() => expect(states()).toEqual(['a.jpg sending']))
  removePhoto(usePhotos.getState().photos[0]?.imageId ?? '')
  await vi.waitFor(() => expect(aborted).toBe(true))
  expect(states()).toEqual([])
  expect(storage.photos.size).toBe(0)
  expect(finished).not.toHaveBeenCalled()
})

test('a photo given before the queue is open is added once it is', async () => {
  await addPhotos('job', [file('a.jpg')])
  const { finished } = open()
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
})

test('a photo whose stored file cannot be read says so, stays, and holds up no other', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { finished, send } = open({ maySend: () => false })
  await addPhotos('job', [file('a.jpg'), file('b.jpg')])
  const [bad] = usePhotos.getState().photos
  close?.()
  const read = storage.file
  storage.file = async (imageId) => {
    if (imageId === bad?.imageId) throw new Error('The file was not found on the disk')
    return read(imageId)
  }
  const again = open()
  await vi.waitFor(() => expect(again.finished).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(states()).toEqual(['a.jpg failed']))
  expect(usePhotos.getState().photos[0]?.reason).toMatch(/cannot read the photo/)
  expect([...storage.photos.keys()]).toEqual([bad?.imageId])
  expect(finished.mock.calls.length + send.mock.calls.length).toBe(0)
  log.mockRestore()
})

test('photos stay shown when the device can no longer read its list', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let changedElsewhere = () => {}
  storage.watch = (changed) => {
    changedElsewhere = changed
    return () => undefined
  }
  open({ maySend: () => false })
  await addPhotos('job', [file('a.jpg')])
  storage.list = () => Promise.reject(new Error('The connection to the database was lost'))
  changedElsewhere()
  await vi.waitFor(() => expect(log).toHaveBeenCalled())
  expect(states()).toEqual(['a.jpg waiting'])
  log.mockRestore()
})

test('a browser that stores nothing still sends photos, and says that it holds them in memory', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  storage.keep = () => Promise.reject(new Error('full'))
  const { finished } = open()
  await addPhotos('job', [file('a.jpg')])
  expect(useDeviceStorage.getState().photos).toBe('memory')
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
  log.mockRestore()
})

test('a photo on which the server keeps failing is set aside while others pass; Retry sends it again', async () => {
  let attempts = 0
  let mended = false
  const { finished } = open({
    send: async ({ photo }) => {
      if (photo.name !== 'bad.jpg' || mended) return sentAnswer
      attempts += 1
      return { failed: 'failing', error: 'An error occurred while processing the request' }
    },
  })
  await addPhotos('job', [file('bad.jpg'), file('b.jpg')])
  await vi.waitFor(() => expect(states()).toEqual(['bad.jpg stuck']))
  expect(attempts).toBe(5)
  expect([...storage.photos.values()].map(({ state }) => state)).toEqual(['stuck'])
  expect(unsentOf(usePhotos.getState().photos)).toBe(1)
  const [stuck] = usePhotos.getState().photos
  if (stuck) retryPhoto(stuck)
  // One more failure is enough now.
  await vi.waitFor(() => expect(attempts).toBe(6))
  await vi.waitFor(() => expect(states()).toEqual(['bad.jpg stuck']))
  mended = true
  if (stuck) retryPhoto(stuck)
  await vi.waitFor(() => expect(states()).toEqual([]))
  expect(finished).toHaveBeenCalled()
})

test('no photo is set aside while the server fails on all', async () => {
  let attempts = 0
  const { wake } = open({
    send: async () => {
      attempts += 1
      return { failed: 'failing', error: 'Not available' }
    },
    pause: () => 1,
  })
  await addPhotos('job', [file('a.jpg'), file('b.jpg')])
  wake()
  await vi.waitFor(() => expect(attempts).toBeGreaterThan(20))
  expect(usePhotos.getState().photos.some(({ state }) => state === 'stuck')).toBe(false)
})

test('a photo that is held while it is being sent waits, and is sent once it is woken', async () => {
  let may = true
  const send = vi.fn<PhotoDependencies['send']>(
    ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({ failed: 'cancelled' }))),
  )
  const { wake, hold, finished } = open({ send, maySend: () => may })
  await addPhotos('job', [file('a.jpg')])
  await vi.waitFor(() => expect(states()).toEqual(['a.jpg sending']))
  may = false
  hold()
  await vi.waitFor(() => expect(states()).toEqual(['a.jpg waiting']))
  send.mockImplementation(async () => sentAnswer)
  may = true
  wake()
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
})

test('a photo that another tab has stored is sent within minutes, although that tab ended before it told of it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send } = open()
  await storage.list()
  const photo: Photo = {
    ...{ imageId: uuid(), jobId: 'job', name: 'a.jpg', size: 5, givenAt, part: 0, state: 'waiting' },
    isOriginal: true,
  }
  await storage.keep(photo, file('a.jpg'))
  expect(send).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5 * 60_000)
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
})
