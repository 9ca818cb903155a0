import { v7 as uuid } from 'uuid'
import type { SessionUser } from '#core/wire/account/session.ts'
import type { UploadAnswer } from '#core/wire/images.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { useDeviceStorage } from '#web/sync/storage/device-storage.ts'
import { again, merged, nextPhoto, whyUnsendable, withoutPhoto, withPhoto } from './photo-changes.ts'
import type { PhotoStorage } from './photo-storage.ts'
import { type Photo, type Photos, usePhotos } from './photo-store.ts'
import type { PhotoOutcome, Sending } from './upload-photo.ts'

export type PhotoDependencies = {
  user: SessionUser
  storage: PhotoStorage
  send(sending: Sending): Promise<PhotoOutcome>
  /** Whether photos may be sent now: not while offline, and not before smaller changes. */
  maySend(): boolean
  /** Runs the work in one tab at a time. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Milliseconds before the next attempt after this many failures in a row. */
  pause(failures: number): number
  /** Called after a photo was sent; resolves when the screens show it. */
  uploaded(jobId: string, answer: UploadAnswer): Promise<void>
  /** Called when nothing is left to send, with the photos sent and failed since the last call. */
  finished(sent: Photos, failed: Photos): void
}

/**
 * Resumes the queue of an earlier visit and sends photos one at a time: no photo is lost to a reload or a lost connection.
 * Returns functions that wake and close it.
 */
export function openPhotos(deps: PhotoDependencies): { wake: () => void; close: () => void } {
  const queue = createQueue(deps)
  opened = queue
  for (const { jobId, file, givenAt, by } of early.splice(0))
    if (by === undefined || by === deps.user.userId) void queue.add(jobId, file, givenAt)
  usePhotos.setState({ wipe: () => deps.storage.wipe().catch(logged(undefined)) })
  const stopWatching = deps.storage.watch(() => void queue.reload())
  void queue.reload()
  const close = () => {
    stopWatching()
    queue.stop()
    if (opened !== queue) return
    opened = undefined
    usePhotos.setState({ photos: [] })
  }
  return { wake: queue.wake, close }
}

/**
 * Adds files, given at this instant, as photos of a job. Each gets its id before it is sent, so that a retry is the same image.
 */
export async function addPhotos(jobId: string, files: readonly File[], givenAt: string) {
  const by = useLedger.getState().asker?.userId
  await Promise.all(
    files.map((file) => (opened ? opened.add(jobId, file, givenAt) : early.push({ jobId, file, givenAt, by }))),
  )
}

/** Retries a failed photo, or sends a waiting one at once. */
export const retryPhoto = (photo: Photo) => opened?.retry(photo)

/** Removes a photo, and stops sending it. */
export const removePhoto = (imageId: string) => opened?.remove(imageId)

let opened: ReturnType<typeof createQueue> | undefined
/** Files given while the queue was not open yet. */
const early: { jobId: string; file: File; givenAt: string; by: string | undefined }[] = []

function createQueue(deps: PhotoDependencies) {
  const { storage } = deps
  /** Files not stored by the browser, or not yet. */
  const files = new Map<string, Blob>()
  let current: { imageId: string; cancelling: AbortController } | undefined
  let done: { sent: Photo[]; failed: Photo[] } = { sent: [], failed: [] }
  let running = false
  let woken = false
  let stopped = false
  let failures = 0
  const timesFailed = new Map<string, number>()
  let endPause: (() => void) | undefined

  async function reload() {
    const unsaved = [...files.keys()]
    const stored = await storage.list().catch(logged(undefined))
    if (stopped) return
    // What is known stays shown while the device's own list cannot be read.
    if (!stored) return wake()
    const mine = new Set([...unsaved, ...files.keys()])
    change((photos) => merged(photos, [...stored, ...photos.filter((one) => mine.has(one.imageId))]))
    wake()
  }

  async function add(jobId: string, file: File, givenAt: string) {
    const { name, size } = file
    const photo: Photo = { imageId: uuid(), jobId, name, size, givenAt, part: 0, state: 'waiting' }
    const reason = whyUnsendable(file) ?? (await unreadable(file))
    files.set(photo.imageId, file)
    if (reason) return change((photos) => [...photos, { ...photo, state: 'failed', reason }])
    change((photos) => [...photos, photo])
    // If the browser cannot store it (private window, full disk), it is still sent from memory.
    const isKept = await storage.keep(photo, file).then(() => true, logged(false))
    if (isKept) files.delete(photo.imageId)
    else useDeviceStorage.setState({ photos: 'memory' })
    wake()
  }

  function retry(photo: Photo) {
    change((photos) => photos.map((one) => (one.imageId === photo.imageId ? again(one) : one)))
    void storage.keep(again(photo)).catch(logged(undefined))
    wake()
  }

  function remove(imageId: string) {
    change((photos) => withoutPhoto(photos, imageId))
    files.delete(imageId)
    if (current?.imageId === imageId) current.cancelling.abort()
    void storage.drop(imageId).catch(logged(undefined))
  }

  function wake() {
    woken = true
    endPause?.()
    if (running || stopped) return
    running = true
    void run().finally(() => {
      running = false
      if (woken) wake()
    })
  }

  function stop() {
    stopped = true
    current?.cancelling.abort()
    endPause?.()
  }

  async function run() {
    while (!stopped) {
      woken = false
      const photo = nextPhoto(usePhotos.getState().photos, timesFailed)
      if (!photo) return finish()
      if (!deps.maySend()) return
      const outcome = await deps.alone(() => send(photo))
      if (outcome === 'signed-out') return
      if (outcome === 'unreachable') await pause()
    }
  }

  async function send(photo: Photo) {
    const { imageId, jobId } = photo
    const set = (to: Partial<Photo>) => change((photos) => withPhoto(photos, imageId, to))
    const file = await fileOf(imageId)
    // Another tab has sent it.
    if (file === 'sent') return change((photos) => withoutPhoto(photos, imageId))
    if (!file) return reject(photo, 'This device cannot read the photo. Try again, or choose it once more.')
    const cancelling = new AbortController()
    const { signal } = cancelling
    current = { imageId, cancelling }
    set({ state: 'sending', part: 0 })
    const outcome = await deps.send({ photo, file, user: deps.user, progress: (part) => set({ part }), signal })
    current = undefined
    if ('sent' in outcome) {
      failures = 0
      done.sent.push(photo)
      set({ state: 'sent', part: 1 })
      files.delete(imageId)
      if (files.size === 0) useDeviceStorage.setState({ photos: 'kept' })
      await storage.drop(imageId).catch(logged(undefined))
      void deps.uploaded(jobId, outcome.sent).finally(() => change((photos) => withoutPhoto(photos, imageId)))
      return 'sent'
    }
    if (outcome.failed === 'rejected') return reject(photo, outcome.error)
    timesFailed.set(imageId, (timesFailed.get(imageId) ?? 0) + 1)
    if (outcome.failed !== 'cancelled')
      set({ state: 'waiting', part: 0, ...('error' in outcome && { reason: outcome.error }) })
    return outcome.failed
  }

  async function reject(photo: Photo, reason: string) {
    const failed: Photo = { ...photo, state: 'failed', reason, part: 0 }
    done.failed.push(failed)
    change((photos) => withPhoto(photos, photo.imageId, failed))
    await storage.keep(failed).catch(logged(undefined))
    return 'rejected'
  }

  /** The file of a photo; 'sent' if another tab has sent it, undefined if it cannot be read. */
  async function fileOf(imageId: string): Promise<Blob | 'sent' | undefined> {
    try {
      const file = files.get(imageId) ?? (await storage.file(imageId))
      if (file) return (await unreadable(file)) ? undefined : file
      const isListed = (await storage.list()).some((one) => one.imageId === imageId)
      return isListed ? undefined : 'sent'
    } catch (error) {
      return logged(undefined)(error)
    }
  }

  function finish() {
    const { sent, failed } = done
    done = { sent: [], failed: [] }
    if (sent.length + failed.length > 0) deps.finished(sent, failed)
  }

  function pause() {
    failures += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, deps.pause(failures))
    endPause = () => {
      clearTimeout(timer)
      resolve()
    }
    return promise
  }

  return { reload, add, retry, remove, wake, stop }
}

const change = (by: (photos: Photos) => Photos) => usePhotos.setState(({ photos }) => ({ photos: by(photos) }))

/** Why a file cannot be read: a folder, say, or a file deleted in the meantime. */
const unreadable = (file: Blob) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => undefined,
      () => 'This file cannot be read as a photo. Send JPEG, PNG or WebP.',
    )

/** Logs that the browser could not store photos, and returns the fallback. */
const logged =
  <T>(fallback: T) =>
  (error: unknown) => {
    console.error('This browser does not store unsent photos', error)
    return fallback
  }
