import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { again, merged, whyUnsendable, withoutPhoto } from './photo-changes.ts'
import type { PhotoDependencies } from './photo-dependencies.ts'
import { logged, photoFiles, unreadable } from './photo-files.ts'
import { sendingPhotos } from './photo-sending.ts'
import { type Photo, type Photos, usePhotos } from './photo-store.ts'
import { shrinking } from './shrinking.ts'

/**
 * Resumes the queue of an earlier visit: photos are made smaller one at a time and sent two at a time, and none is lost to a reload
 * or a lost connection. Returns functions that wake it, stop what is being sent until it is woken, and close it.
 */
export function openPhotos(deps: PhotoDependencies): { wake: () => void; hold: () => void; close: () => void } {
  const queue = createQueue(deps)
  opened = queue
  for (const { by, ...photo } of early.splice(0)) if (by === undefined || by === deps.user.userId) void queue.add(photo)
  usePhotos.setState({ wipe: () => deps.storage.wipe().catch(logged(undefined)), preview: queue.preview })
  const stopWatching = deps.storage.watch(() => void queue.reload())
  const retrying = setInterval(queue.retryStuck, stuckFor)
  void queue.reload().then(queue.retryStuck)
  const close = () => {
    stopWatching()
    clearInterval(retrying)
    queue.stop()
    if (opened !== queue) return
    opened = undefined
    usePhotos.setState({ photos: [] })
  }
  return { wake: queue.wake, hold: queue.hold, close }
}

/**
 * Adds files, given at this instant, as photos of a job. Each gets its id before it is sent, so that a retry is the same image.
 */
export async function addPhotos(
  jobId: string,
  files: readonly File[],
  givenAt: string,
  imageIds: readonly string[],
): Promise<void> {
  const by = useLedger.getState().asker?.userId
  const photos = files.flatMap((file, at) => (imageIds[at] ? [{ jobId, file, givenAt, imageId: imageIds[at] }] : []))
  await Promise.all(photos.map((photo) => (opened ? opened.add(photo) : early.push({ ...photo, by }))))
}

/** Retries a failed photo, or sends a waiting one at once. */
export const retryPhoto = (photo: Photo) => opened?.retry(photo)

/** Removes a photo, and stops sending it. */
export const removePhoto = (imageId: string) => opened?.remove(imageId)

/** The file of an unsent photo; undefined if it cannot be read. */
export const photoFile = async (imageId: string): Promise<Blob | undefined> => opened?.file(imageId)

/** In milliseconds: how long a stuck photo waits, as a stuck change does. */
const stuckFor = 5 * 60_000

let opened: ReturnType<typeof createQueue> | undefined
/** Files given while the queue was not open yet. */
const early: (NewPhoto & { by: string | undefined })[] = []
type NewPhoto = { jobId: string; file: File; givenAt: string; imageId: string }

function createQueue(deps: PhotoDependencies) {
  const { storage } = deps
  const files = photoFiles(storage)
  const sending = sendingPhotos(deps, files)
  const smaller = shrinking(deps, files, sending.wake)
  let stopped = false

  async function reload() {
    const unsaved = files.unsaved()
    const stored = await storage.list().catch(logged(undefined))
    if (stopped) return
    // What is known stays shown while the device's own list cannot be read.
    if (!stored) return wake()
    const mine = new Set([...unsaved, ...files.unsaved()])
    change((photos) => merged(photos, [...stored, ...photos.filter((one) => mine.has(one.imageId))]))
    wake()
  }

  async function add({ jobId, file, givenAt, imageId }: NewPhoto) {
    const { name, size } = file
    const photo: Photo = { imageId, jobId, name, size, givenAt, part: 0, state: 'waiting', isOriginal: true }
    const reason = size === 0 ? whyUnsendable(file) : await unreadable(file)
    if (reason) {
      files.hold(photo.imageId, file)
      return change((photos) => [...photos, { ...photo, state: 'failed', reason }])
    }
    change((photos) => [...photos, photo])
    await files.keep(photo, file)
    wake()
  }

  function retry(photo: Photo) {
    change((photos) => photos.map((one) => (one.imageId === photo.imageId ? again(one) : one)))
    void storage.keep(again(photo)).catch(logged(undefined))
    wake()
  }

  function retryStuck() {
    for (const photo of usePhotos.getState().photos) if (photo.state === 'stuck') retry(photo)
  }

  function remove(imageId: string) {
    change((photos) => withoutPhoto(photos, imageId))
    files.forget(imageId)
    sending.cancel(imageId)
    void storage.drop(imageId).catch(logged(undefined))
  }

  async function file(imageId: string) {
    const found = await files.read(imageId)
    return found === 'sent' ? undefined : found
  }

  function wake() {
    smaller.wake()
    sending.wake()
  }

  function stop() {
    stopped = true
    smaller.stop()
    sending.stop()
  }

  return { reload, add, retry, retryStuck, remove, wake, hold: sending.hold, stop, file, preview: files.preview }
}

const change = (by: (photos: Photos) => Photos) => usePhotos.setState(({ photos }) => ({ photos: by(photos) }))
