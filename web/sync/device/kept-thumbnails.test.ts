import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { erasedText } from '#core/model/erased-text.ts'
import * as calls from '#web/client/call.ts'
import { openDevice, wipeDevice } from './device-reads.ts'
import { keepThumbnails, keptThumbnail } from './kept-thumbnails.ts'

const tom = { companyId: 'harrow', userId: 'tom', userRole: 'team' } as const
const urls = Object.fromEntries(['a', 'b'].map((one) => [one, { thumbnail: `/assets/${one}.webp`, display: '' }]))
const image = (imageId: string, src = `/${imageId}.webp`) => ({ imageId, src })
const fetched = vi.fn<typeof fetch>(async () => new Response(new Blob(['picture'], { type: 'image/webp' })))

beforeEach(() => {
  vi.spyOn(calls, 'call').mockResolvedValue({ urls, seq: 1 })
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  openDevice(tom)
})
afterEach(async () => {
  await wipeDevice()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const isKept = async (imageId: string) => (await keptThumbnail('job', imageId)) !== undefined

test('thumbnails are read once, and deleted with their image or when it is erased', async () => {
  await keepThumbnails([{ jobId: 'job', images: [image('a'), image('b')] }])
  expect(await (await keptThumbnail('job', 'a'))?.text()).toBe('picture')
  await keepThumbnails([{ jobId: 'job', images: [image('a'), image('b')] }])
  expect(fetched).toHaveBeenCalledTimes(2)
  await keepThumbnails([{ jobId: 'job', images: [image('a', erasedText)] }])
  expect([await isKept('a'), await isKept('b')]).toEqual([false, false])
})

test('nothing is kept for a person who has logged out while it was read, and nothing for the next one', async () => {
  const late = Promise.withResolvers<Response>()
  fetched.mockImplementationOnce(() => late.promise)
  const keeping = keepThumbnails([{ jobId: 'job', images: [image('a')] }])
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  await wipeDevice()
  openDevice({ ...tom, userId: 'max' })
  late.resolve(new Response(new Blob(['picture'])))
  await keeping
  expect(await isKept('a')).toBe(false)
})
