import { failingPhotos } from './failing-photos.ts'
import { nextPhoto, withoutPhoto, withPhoto } from './photo-changes.ts'
import type { PhotoDependencies } from './photo-dependencies.ts'
import { logged, type photoFiles } from './photo-files.ts'
import { type Photo, type Photos, usePhotos } from './photo-store.ts'
import { type Step, wakeable } from './wakeable.ts'

/** Two photos are sent at a time: the one given first, and the smallest, which is not to wait behind large ones. */
const lanes = ['first', 'smallest'] as const

/** Sends photos, in all tabs together two at a time. `drop` deletes one that has arrived from the device; it never fails. */
export function sendingPhotos(
  deps: PhotoDependencies,
  files: ReturnType<typeof photoFiles>,
  drop: (imageId: string) => Promise<unknown>,
) {
  const { storage } = deps
  const underWay = new Map<string, AbortController>()
  const failing = failingPhotos()
  let done: { sent: Photo[]; failed: Photo[] } = { sent: [], failed: [] }
  const working = lanes.map((lane) => wakeable(() => step(lane), deps.pause))

  async function step(lane: (typeof lanes)[number]): Promise<Step> {
    const busy = new Set(underWay.keys())
    const toCome = deps.jobsToCome?.() ?? new Set()
    const ready = usePhotos.getState().photos.filter(({ jobId }) => !toCome.has(jobId))
    const photo = nextPhoto(ready, lane, { busy, timesFailed: failing.times })
    if (!photo) return finish()
    if (!deps.maySend()) return 'idle'
    const cancelling = new AbortController()
    underWay.set(photo.imageId, cancelling)
    try {
      await deps.prepare?.()
      // The photo's turn first: who holds a lane waits for nothing but the network.
      return await deps.alone(photo.imageId, () => deps.alone(lane, () => send(photo, cancelling.signal)))
    } finally {
      underWay.delete(photo.imageId)
    }
  }

  async function send(photo: Photo, signal: AbortSignal): Promise<Step> {
    const { imageId, jobId } = photo
    const set = (to: Partial<Photo>) => change((photos) => withPhoto(photos, imageId, to))
    const file = await files.read(imageId)
    if (file === 'sent') {
      change((photos) => withoutPhoto(photos, imageId))
      return 'done'
    }
    if (!file) return setAside(photo, 'failed', 'This device cannot read the photo. Try again, or choose it once more.')
    set({ state: 'sending', part: 0 })
    let [first, last] = [1, 0]
    const progress = (part: number) => {
      first = Math.min(first, part)
      last = part
      set({ part })
    }
    const outcome = await deps.send({ photo, file, user: deps.user, progress, signal })
    if ('sent' in outcome) {
      failing.passed(imageId)
      done.sent.push(photo)
      set({ state: 'sent', part: 1 })
      files.forget(imageId)
      await drop(imageId)
      const isShown = deps.uploaded(jobId, outcome.sent).catch(unread)
      void isShown.finally(() => change((photos) => withoutPhoto(photos, imageId)))
      return 'done'
    }
    if (outcome.failed === 'cancelled') {
      // Nothing of one that was removed comes back.
      set({ state: 'waiting', part: 0 })
      return 'done'
    }
    if (outcome.failed === 'rejected') return setAside(photo, 'failed', outcome.error)
    failing.failed(imageId)
    if (outcome.failed === 'failing' && failing.isStuck(photo)) return setAside(photo, 'stuck', outcome.error)
    const isUnanswered = 'isUnanswered' in outcome
    set({ state: 'waiting', part: 0, isUnanswered, ...('error' in outcome && { reason: outcome.error }) })
    if (outcome.failed === 'signed-out') return 'idle'
    // On a line that is cut again and again, the next attempt goes on from here at once.
    return last > first ? 'cut' : 'failed'
  }

  /** Keeps a photo with its reason, out of the way of the others. */
  async function setAside(photo: Photo, state: 'failed' | 'stuck', reason: string): Promise<Step> {
    const why = { state, reason, part: 0 }
    const aside: Photo = { ...photo, ...why }
    if (state === 'failed') done.failed.push(aside)
    change((photos) => withPhoto(photos, photo.imageId, why))
    await storage.keep(aside).catch(logged(undefined))
    return 'done'
  }

  /** Nothing to send: says what was sent, unless some are still under way or being made smaller. */
  function finish(): Step {
    const { sent, failed } = done
    const isOver = usePhotos.getState().photos.every(({ state }) => state !== 'waiting' && state !== 'sending')
    if (!isOver || underWay.size > 0 || sent.length + failed.length === 0) return 'idle'
    done = { sent: [], failed: [] }
    deps.finished(sent, failed)
    return 'idle'
  }

  return {
    wake() {
      for (const one of working) one.wake()
    },
    cancel: (imageId: string) => underWay.get(imageId)?.abort(),
    /** Stops what is under way; it goes on where it was once photos may be sent. */
    hold() {
      for (const one of underWay.values()) one.abort()
    },
    stop() {
      for (const one of working) one.stop()
      for (const one of underWay.values()) one.abort()
    },
  }
}

/** The photo has arrived; a push or the next read shows it. */
const unread = (error: unknown) => console.warn('The job of a sent photo could not be read again', error)

const change = (by: (photos: Photos) => Photos) => usePhotos.setState(({ photos }) => ({ photos: by(photos) }))
