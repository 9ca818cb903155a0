import { madeReady, saved, whyUnsendable, withoutPhoto } from './photo-changes.ts'
import type { PhotoDependencies } from './photo-dependencies.ts'
import { logged, type photoFiles } from './photo-files.ts'
import { type Photo, usePhotos } from './photo-store.ts'
import { type Step, type Wakeable, wakeable } from './wakeable.ts'

/**
 * Makes photos smaller on the device, one at a time in all tabs, so that memory stays bounded, and `wake`s their sending. A photo
 * stays in the queue as it was given until the smaller one has been stored.
 */
export function shrinking(
  { storage, shrink, alone, pause }: Pick<PhotoDependencies, 'storage' | 'shrink' | 'alone' | 'pause'>,
  files: ReturnType<typeof photoFiles>,
  wake: () => void,
): Wakeable {
  async function step(): Promise<Step> {
    const photo = usePhotos.getState().photos.find(({ state, isOriginal }) => isOriginal && state === 'waiting')
    if (!photo) return 'idle'
    await alone('shrink', async () => {
      const ready = await shrunkElsewhere(photo)
      if (ready) set(ready)
      else await make(photo)
    })
    wake()
    return 'done'
  }

  /** The photo as another tab has made it smaller in the meantime. */
  async function shrunkElsewhere({ imageId }: Photo) {
    const stored = await storage.list().catch(logged([]))
    return stored.find((one) => one.imageId === imageId && !one.isOriginal)
  }

  async function make(photo: Photo) {
    const { imageId } = photo
    const original = await files.read(imageId)
    if (original === 'sent') return usePhotos.setState(({ photos }) => ({ photos: withoutPhoto(photos, imageId) }))
    // Sending it says that it cannot be read.
    if (!original) return set(madeReady(photo, photo.size))
    const shrunk = await shrink(original)
    const takenAt = photo.takenAt ?? shrunk.takenAt
    const known: Photo = { ...photo, ...(takenAt && { takenAt }) }
    const isReplaced = await files.replace(known, shrunk).then(() => true, logged(false))
    const size = (isReplaced && shrunk.file ? shrunk.file : original).size
    const reason = whyUnsendable({ size })
    const ready = madeReady(known, size)
    set(reason ? { ...ready, state: 'failed', reason } : ready)
    await storage.keep(reason ? { ...ready, state: 'failed', reason } : ready).catch(logged(undefined))
  }

  /** A photo removed in the meantime stays removed, and one stored in the meantime counts as stored. */
  const set = (ready: Photo) =>
    usePhotos.setState(({ photos }) => ({
      photos: photos.map((one) => (one.imageId === ready.imageId ? (one.isUnsaved ? ready : saved(ready)) : one)),
    }))

  return wakeable(step, pause)
}
