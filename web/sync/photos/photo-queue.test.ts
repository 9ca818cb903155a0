import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '#core/wire/account/session.ts'
import { useDeviceStorage } from '#web/sync/storage/device-storage.ts'
import { kept } from './photo-changes.ts'
import { openPhotos, type PhotoDependencies, addPhotos as queuePhotos, removePhoto, retryPhoto } from './photo-queue.ts'
import type { PhotoStorage } from './photo-storage.ts'
import { type Photo, unsentPhotos, usePhotos } from './photo-store.ts'
import { formOf, outcomeOf, type PhotoOutcome } from './upload-photo.ts'

const id = '01890000-0000-7000-8000-000000000001'
const user: SessionUser = { userId: id, username: 'tom', email: 't@example.com', userRole: 'team', companyId: id }
const file = (name: string) => new File(['photo'], name, { type: 'image/jpeg' })
const givenAt = '2026-11-20T10:41:00.000Z'
const addPhotos = (jobId: string, files: File[]) => queuePhotos(jobId, files, givenAt)
const sentAnswer: PhotoOutcome = { sent: { message: 'Images uploaded successfully!', images: [], seq: 1 } }
const states = () => usePhotos.getState().photos.map(({ name, state }) => `${name} ${state}`)

function inMemory(): PhotoStorage & { photos: Map<string, Photo>; files: Map<string, Blob> } {
  const photos = new Map<string, Photo>()
  const files = new Map<string, Blob>()
  return {
    photos,
    files,
    list: async () => [...photos.values()],
    file: async (imageId) => files.get(imageId),
    keep: async (photo, blob) => {
      if (blob) files.set(photo.imageId, blob)
      if (blob || photos.has(photo.imageId)) photos.set(photo.imageId, kept(photo))
    },
    drop: async (imageId) => {
      photos.delete(imageId)
      files.delete(imageId)
    },
    wipe: async () => photos.clear(),
    watch: () => () => undefined,
  }
}

let storage: ReturnType<typeof inMemory>
let close: (() => void) | undefined
beforeEach(() => {
  storage = inMemory()
})
afterEach(() => close?.())

function open(over: Partial<PhotoDependencies> = {}) {
  const send = vi.fn<PhotoDependencies['send']>(async () => sentAnswer)
  const finished = vi.fn<PhotoDependencies['finished']>()
  const queue = openPhotos({
    user,
    storage,
    send,
    maySend: () => true,
    alone: (work) => work(),
    pause: () => 5,
    uploaded: async () => undefined,
    finished,
    ...over,
  })
  close = queue.close
  return { send, finished, wake: queue.wake }
}

test('photos are sent one at a time, in order, and deleted from storage afterwards', async () => {
  let atOnce = 0
  const send = vi.fn<PhotoDependencies['send']>(async () => {
    atOnce += 1
    expect(atOnce).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 2))
    atOnce -= 1
    return sentAnswer
  })
  const { finished } = open({ send })
  await addPhotos('job', [file('a.jpg'), file('b.jpg')])
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
  expect(send.mock.calls.map(([{ photo }]) => photo.name)).toEqual(['a.jpg', 'b.jpg'])
  await vi.waitFor(() => expect(states()).toEqual([]))
  expect(storage.photos.size + storage.files.size).toBe(0)
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

test('a refused photo keeps its reason and delays no other; it can be retried or removed', async () => {
  const send = vi.fn<PhotoDependencies['send']>(async ({ photo }) =>
    photo.name === 'bomb.jpg' ? { failed: 'rejected', error: 'Too large.' } : sentAnswer,
  )
  const { finished } = open({ send })
  await addPhotos('job', [file('bomb.jpg'), file('b.jpg')])
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(states()).toEqual(['bomb.jpg failed']))
  expect(unsentPhotos()).toBe(1)
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

test('a response is a refusal only if a retry would not help', () => {
  const { sent } = { sent: { message: 'Images uploaded successfully!', images: [], seq: 4 } } as const
  expect(outcomeOf(200, sent)).toEqual({ sent })
  expect(outcomeOf(422, { error: 'This file is empty.' })).toEqual({ failed: 'rejected', error: 'This file is empty.' })
  expect(outcomeOf(404, undefined)).toEqual({ failed: 'rejected', error: 'Upload failed' })
  expect(outcomeOf(401, undefined)).toBe('unauthorized')
  for (const status of [0, 200, 429, 500, 503])
    expect(outcomeOf(status, undefined)).toEqual({
      failed: 'unreachable',
      error: 'Failed to upload images. Please try again.',
    })
})
