import { v7 as uuid } from 'uuid'
import { handOver, type NewPhoto, newPhoto, removeEarly, shownEarly, takeEarly } from './early-photos.ts'
import { askedAgain, merged, saved, withoutPhoto } from './photo-changes.ts'
import type { PhotoDependencies } from './photo-dependencies.ts'
import { logged, photoFiles, whyUnusable } from './photo-files.ts'
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
  const early = handOver(deps.user.userId)
  for (const { photo, isKept } of early) void isKept.then((kept) => (kept ? queue.reload() : queue.add(photo)))
  const photos = [...queue.held(), ...shownEarly(early)]
  usePhotos.setState({ photos, isRead: false, wipe: queue.wipe, preview: queue.preview })
  const stopWatching = deps.storage.watch(() => void queue.reload())
  const retry = () => void queue.reload().then(queue.retryStuck)
  // Also reads what another tab has stored and could not tell of before it ended.
  const retrying = setInterval(retry, stuckFor)
  retry()
  const close = () => {
    stopWatching()
    clearInterval(retrying)
    queue.stop()
    if (opened !== queue) return
    opened = undefined
    usePhotos.setState({ photos: [], isRead: false })
  }
  return { wake: queue.wake, hold: queue.hold, close }
}

/**
 * Adds files, given at this instant, to the end of the queue as photos of a job. Each gets its id before it is sent, so that a
 * retry is the same image. Returns the ids of the images that they become.
 */
export async function addPhotos(
  jobId: string,
  files: readonly File[],
  givenAt = new Date().toISOString(),
  imageIds: readonly string[] = files.map(() => uuid()),
): Promise<readonly string[]> {
  const photos = files.flatMap((file, at) => (imageIds[at] ? [{ jobId, file, givenAt, imageId: imageIds[at] }] : []))
  await Promise.all(photos.map((photo) => (opened ? opened.add(photo) : takeEarly(photo))))
  return imageIds
}

/** Retries a failed photo, or sends a waiting one at once. */
export const retryPhoto = (photo: Photo) => opened?.retry(photo)

/** Removes a photo, and stops sending it. Resolves to whether the device has deleted it; if not, it is tried again. */
export const removePhoto = (imageId: string): Promise<boolean> => (opened?.remove ?? removeEarly)(imageId)

/** The file of an unsent photo; undefined if it cannot be read. */
export const photoFile = async (imageId: string): Promise<Blob | undefined> => opened?.file(imageId)

/** In milliseconds: how long a stuck photo waits, as a stuck change does. */
const stuckFor = 5 * 60_000
/** In milliseconds: when a list that could not be read is read again. */
const readAgainAfter = 5_000

let opened: ReturnType<typeof createQueue> | undefined

function createQueue(deps: PhotoDependencies) {
  const { storage } = deps
  const files = photoFiles(storage, `${deps.user.companyId}:${deps.user.userId}`)
  const sending = sendingPhotos(deps, files, dropForGood)
  const smaller = shrinking(deps, files, sending.wake)
  let stopped = false
  let reading: ReturnType<typeof setTimeout> | undefined
  /** Removed or sent here: they must not come back. Some are still on the device, which has failed to delete them. */
  const removed = new Set<string>()
  const undeleted = new Set<string>()

  async function reload() {
    const unsaved = files.unsaved()
    const stored = await storage.list().catch(logged(undefined))
    if (stopped) return
    // What is known stays shown while the device's own list cannot be read.
    if (!stored) {
      clearTimeout(reading)
      reading = setTimeout(reload, readAgainAfter)
      return wake()
    }
    const mine = new Set([...unsaved, ...files.unsaved()])
    const still = stored.filter((one) => !removed.has(one.imageId))
    change((photos) => merged(photos, [...still, ...photos.filter((one) => mine.has(one.imageId))]))
    usePhotos.setState({ isRead: true })
    wake()
  }

  async function add(given: NewPhoto) {
    const { file } = given
    const photo = newPhoto(given)
    const reason = await whyUnusable(file)
    if (reason) {
      const refused: Photo = { ...photo, state: 'failed', reason }
      files.hold(refused, file)
      return change((photos) => [...photos, refused])
    }
    change((photos) => [...photos, photo])
    await keep(photo, file)
    wake()
  }

  async function keep(photo: Photo, file: Blob) {
    const { imageId } = photo
    if (await files.keep(photo, file))
      change((photos) => photos.map((one) => (one.imageId === imageId ? saved(one) : one)))
    else files.storeLater(storeHeld)
    // Removed while it was being stored.
    if (removed.has(imageId)) void drop(imageId)
  }

  /** The photos of an earlier queue of this person that only memory has: the device is asked again to store them. */
  function held(): Photos {
    storeHeld()
    return files.held().map(({ photo }) => photo)
  }

  function storeHeld() {
    for (const { photo, file } of files.held()) if (photo.state !== 'failed') void keep(photo, file)
  }

  function wipe() {
    files.wipe()
    return storage.wipe().catch(logged(undefined))
  }

  function retry(photo: Photo) {
    const asked = askedAgain(photo)
    change((photos) => photos.map((one) => (one.imageId === photo.imageId ? asked : one)))
    void storage.keep(asked).catch(logged(undefined))
    wake()
  }

  function retryStuck() {
    for (const photo of usePhotos.getState().photos) if (photo.state === 'stuck') retry(photo)
  }

  function remove(imageId: string): Promise<boolean> {
    change((photos) => withoutPhoto(photos, imageId))
    files.forget(imageId)
    sending.cancel(imageId)
    return dropForGood(imageId)
  }

  /** Deletes a photo from the device, now or when it can: until then it is not shown again. */
  function dropForGood(imageId: string) {
    removed.add(imageId)
    return drop(imageId)
  }

  async function drop(imageId: string) {
    const isDropped = await storage.drop(imageId).then(() => true, logged(false))
    if (isDropped) undeleted.delete(imageId)
    else undeleted.add(imageId)
    return isDropped
  }

  async function file(imageId: string) {
    const found = await files.read(imageId)
    return found === 'sent' ? undefined : found
  }

  function wake() {
    for (const imageId of undeleted) void drop(imageId)
    smaller.wake()
    sending.wake()
  }

  function stop() {
    stopped = true
    clearTimeout(reading)
    smaller.stop()
    sending.stop()
  }

  return {
    reload,
    held,
    wipe,
    add,
    retry,
    retryStuck,
    remove,
    wake,
    hold: sending.hold,
    stop,
    file,
    preview: files.preview,
  }
}

const change = (by: (photos: Photos) => Photos) => usePhotos.setState(({ photos }) => ({ photos: by(photos) }))
