import { expect, test, vi } from 'vitest'
import { addPhotos, file, inMemory, openQueue } from '#test/core/photo-device.ts'
import type { PhotoDependencies } from './photo-dependencies.ts'

test('a photo takes no turn from other tabs while the code that sends it is loading', async () => {
  const loading = Promise.withResolvers<void>()
  const turns: string[] = []
  const alone: PhotoDependencies['alone'] = (name, work) => {
    if (name !== 'shrink') turns.push(name)
    return work()
  }
  const prepare = vi.fn(() => loading.promise)
  const { finished, send, close } = openQueue(inMemory(), { prepare, alone })
  await addPhotos('job', [file('a.jpg')])
  await vi.waitFor(() => expect(prepare).toHaveBeenCalled())
  expect(turns).toEqual([])
  loading.resolve()
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
  expect(send).toHaveBeenCalledOnce()
  expect(turns).not.toEqual([])
  close()
})
