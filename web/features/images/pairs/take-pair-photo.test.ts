import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { file, inMemory, openQueue, states } from '#test/core/photo-device.ts'
import { usePhotos } from '#web/sync/photos/photo-store.ts'
import { takePairPhoto } from './take-pair-photo.ts'

const dispatch = vi.hoisted(() => vi.fn())
vi.mock('#web/sync/ledger/dispatch.ts', () => ({ dispatch }))
beforeEach(() => void dispatch.mockReset())
// What a queue has in memory stays with its person.
afterEach(() => usePhotos.getState().wipe?.())

test('the place of a photo is recorded also where the device never ends storing it', async () => {
  const { close } = openQueue({ ...inMemory(), keep: () => new Promise(() => undefined) }, { maySend: () => false })
  void takePairPhoto('job', 'pair', 'after', [file('after.jpg')])
  await vi.waitFor(() => expect(states()).toEqual(['after.jpg waiting']))
  const [photo] = usePhotos.getState().photos
  await vi.waitFor(() =>
    expect(dispatch.mock.calls).toEqual([
      [
        {
          type: 'PairImage',
          data: { jobId: 'job', imageId: photo?.imageId, pairId: 'pair', side: 'after' },
        },
      ],
    ]),
  )
  close()
})

test('a photo that cannot be read has no place', async () => {
  const { close } = openQueue(inMemory(), { maySend: () => false })
  await takePairPhoto('job', 'pair', 'before', [file('before.jpg', '')])
  await takePairPhoto('job', 'pair', 'before', [])
  await vi.waitFor(() => expect(states()).toEqual(['before.jpg failed']))
  expect(dispatch).not.toHaveBeenCalled()
  close()
})
