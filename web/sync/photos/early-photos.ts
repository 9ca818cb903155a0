import type { Asker } from '#web/sync/ledger/ledger-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { saved } from './photo-changes.ts'
import { logged, whyUnusable } from './photo-files.ts'
import { indexedDbPhotos, type PhotoStorage } from './photo-storage.ts'
import { type Photo, type Photos, usePhotos } from './photo-store.ts'

/** A file given as a photo of a job, with the id of the image that it becomes. */
export type NewPhoto = { jobId: string; file: File; givenAt: string; imageId: string }

/** A photo as it is before anything has been done with it. */
export const newPhoto = ({ jobId, file: { name, size }, givenAt, imageId }: NewPhoto): Photo => ({
  ...{ imageId, jobId, name, size, givenAt },
  ...{ part: 0, state: 'waiting', isOriginal: true, isUnsaved: true },
})

const ownerOf = ({ companyId, userId }: Asker) => `${companyId}:${userId}`

type Early = { photo: NewPhoto; by: string | undefined; isKept: Promise<boolean> }
/** What was given while the queue was not open yet. */
let early: Early[] = []
const storages = new Map<string, PhotoStorage>()

// Nobody sees photos that another person took on the same page.
useLedger.subscribe(({ asker }, before) => {
  if (asker?.userId !== before.asker?.userId) hide(early.filter(({ by }) => by !== asker?.userId))
})

/**
 * Takes a photo before the queue has opened, for instance while the page is still loading or when its code could not be loaded. It is
 * shown and stored at once: a reload or a crash before the queue opens must not lose it. Resolves when the device has stored it, or has
 * failed to.
 */
export async function takeEarly(photo: NewPhoto): Promise<void> {
  const { asker } = useLedger.getState()
  const isKept = asker ? keep(photo, ownerOf(asker)) : Promise.resolve(false)
  early.push({ photo, by: asker?.userId, isKept })
  change((photos) => [...photos, newPhoto(photo)])
  if (await isKept) change((photos) => photos.map((one) => (one.imageId === photo.imageId ? saved(one) : one)))
}

/** This person's early photos that are shown and stored: they stay on screen while the queue reads the device's list. */
export const shownEarly = (theirs: readonly Early[]): Photos =>
  usePhotos
    .getState()
    .photos.filter((one) => !one.isUnsaved && theirs.some(({ photo }) => photo.imageId === one.imageId))

/** Removes an early photo that its person discards. Resolves to whether the device has deleted it. */
export function removeEarly(imageId: string): Promise<boolean> {
  const gone = early.filter(({ photo }) => photo.imageId === imageId)
  early = early.filter((one) => !gone.includes(one))
  hide(gone)
  const { asker } = useLedger.getState()
  const drop = () => asker && storages.get(ownerOf(asker))?.drop(imageId)
  return Promise.all(gone.map(({ isKept }) => isKept.then(drop))).then(() => true, logged(false))
}

/** Hands over this person's early photos. `isKept` says whether the device has stored one: the queue then finds it there. */
export function handOver(userId: string): readonly Early[] {
  const theirs = early.filter(({ by }) => by === undefined || by === userId)
  early = early.filter((one) => !theirs.includes(one))
  return theirs
}

/** Returns a function that deletes the signed-in person's early photos; call it while they are signed in. */
export function earlyWiping(): () => Promise<void> {
  const { asker } = useLedger.getState()
  return async () => {
    if (!asker) return
    const mine = handOver(asker.userId)
    hide(mine)
    await Promise.all(mine.map(({ isKept }) => isKept))
    await storages.get(ownerOf(asker))?.wipe().catch(logged(undefined))
  }
}

async function keep(photo: NewPhoto, owner: string): Promise<boolean> {
  // The queue says why it cannot be sent.
  if (await whyUnusable(photo.file)) return false
  const storage = storages.get(owner) ?? indexedDbPhotos(owner)
  storages.set(owner, storage)
  return storage.keep(newPhoto(photo), photo.file).then(() => true, logged(false))
}

const hide = (gone: readonly Early[]) =>
  change((photos) => photos.filter((one) => !gone.some(({ photo }) => photo.imageId === one.imageId)))

const change = (by: (photos: Photos) => Photos) => usePhotos.setState(({ photos }) => ({ photos: by(photos) }))
