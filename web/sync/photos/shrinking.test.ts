import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addPhotos, file, inMemory, openQueue } from '#test/core/photo-device.ts'
import type { PhotoDependencies } from './photo-dependencies.ts'
import { removePhoto } from './photo-queue.ts'
import { usePhotos } from './photo-store.ts'
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

test('a photo is sent as it was made smaller, with the time that its camera had recorded', async () => {
  const steps: string[] = []
  const { keep, replace } = storage
  storage.keep = (photo, blob) => {
    steps.push(blob ? 'original kept' : `${photo.isOriginal ? 'original' : 'smaller'} listed, taken ${photo.takenAt}`)
    return keep(photo, blob)
  }
  storage.replace = (imageId, smaller) => {
    steps.push('smaller kept')
    return replace(imageId, smaller)
  }
  const takenAt = '2026-11-20T09:08:41'
  const { send } = open({ shrink: async () => ({ file: new Blob(['p']), takenAt }) })
  await addPhotos('job', [file('a.jpg')])
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  const [sending] = send.mock.calls[0] ?? []
  expect(await sending?.file.text()).toBe('p')
  expect(sending && formOf(sending).get('takenAt')).toBe(JSON.stringify([takenAt]))
  expect(steps).toEqual([
    'original kept',
    `original listed, taken ${takenAt}`,
    'smaller kept',
    `smaller listed, taken ${takenAt}`,
  ])
})

test('the original is sent where the smaller photo cannot be stored', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  storage.replace = () => Promise.reject(new Error('full'))
  const { send } = open({ shrink: async () => ({ file: new Blob(['p']) }) })
  await addPhotos('job', [file('a.jpg')])
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(await send.mock.calls[0]?.[0].file.text()).toBe('photo')
  log.mockRestore()
})

test('a page closed in the middle of making a photo smaller goes on with the original', async () => {
  const { promise: never } = Promise.withResolvers<never>()
  open({ shrink: () => never })
  await addPhotos('job', [file('a.jpg')])
  close?.()
  expect([...storage.photos.values()]).toMatchObject([{ isOriginal: true }])
  const { send } = open({ shrink: async () => ({ file: new Blob(['p']) }) })
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(await send.mock.calls[0]?.[0].file.text()).toBe('p')
})

test('photos are made smaller one at a time', async () => {
  let atOnce = 0
  const { finished } = open({
    shrink: async () => {
      atOnce += 1
      expect(atOnce).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 2))
      atOnce -= 1
      return {}
    },
  })
  await addPhotos('job', [file('a.jpg'), file('b.jpg'), file('c.jpg')])
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
})

test('of a photo that is removed while it is made smaller, nothing stays', async () => {
  const { promise: made, resolve: make } = Promise.withResolvers<void>()
  const keepPreview = vi.spyOn(storage, 'keepPreview')
  let isMaking = false
  open({
    shrink: async () => {
      isMaking = true
      await made
      return { file: new Blob(['p']), preview: new Blob(['small']) }
    },
  })
  await addPhotos('job', [file('a.jpg')])
  await vi.waitFor(() => expect(isMaking).toBe(true))
  removePhoto(usePhotos.getState().photos[0]?.imageId ?? '')
  make()
  await addPhotos('job', [file('b.jpg')])
  await vi.waitFor(() => expect(keepPreview).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(storage.photos.size + storage.files.size).toBe(0))
  expect(usePhotos.getState().photos).toEqual([])
})
