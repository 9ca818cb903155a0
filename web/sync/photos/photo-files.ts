import { useDeviceStorage } from '#web/sync/storage/device-storage.ts'
import { madeReady, whyUnsendable } from './photo-changes.ts'
import type { PhotoStorage } from './photo-storage.ts'
import type { Photo } from './photo-store.ts'
import type { Shrunk } from './shrink/shrink-worker.ts'

/** What only this window has of a person's photos, while the page lives: they may get another role, or sign in again. */
type InMemory = {
  photos: Map<string, { photo: Photo; file: Blob }>
  previews: Map<string, Blob>
  storing?: ReturnType<typeof setTimeout>
}
const byPerson = new Map<string, InMemory>()
/** Those of the person who uses this page now: it shows where theirs are. */
let shown: InMemory | undefined

/** In milliseconds: when the device is asked again to store what only memory has. */
const storeAgainAfter = 15_000

function memoryOf(person: string): InMemory {
  const known = byPerson.get(person) ?? { photos: new Map(), previews: new Map() }
  byPerson.set(person, known)
  return known
}

/** The files of a person's photos: on the device or, where it stores nothing, in this window's memory. */
export function photoFiles(storage: PhotoStorage, person: string) {
  const memory = memoryOf(person)
  const { photos: inMemory, previews } = memory
  // Asked for by an earlier queue.
  clearTimeout(memory.storing)
  shown = memory
  const tell = () => {
    if (shown === memory) useDeviceStorage.setState({ photos: inMemory.size === 0 ? 'kept' : 'memory' })
  }
  const forget = (imageId: string) => {
    inMemory.delete(imageId)
    previews.delete(imageId)
    tell()
  }
  tell()
  return {
    forget,
    /** The ids of the photos in memory. */
    unsaved: () => [...inMemory.keys()],
    /** The photos in memory, with their files. */
    held: () => [...inMemory.values()],
    hold: (photo: Photo, file: Blob) => void inMemory.set(photo.imageId, { photo, file }),
    wipe() {
      inMemory.clear()
      previews.clear()
    },
    /** Stores a new photo; whether that worked. If the browser cannot (private window, full disk), it is sent from memory. */
    async keep(photo: Photo, file: Blob): Promise<boolean> {
      inMemory.set(photo.imageId, { photo, file })
      const isKept = await storage.keep(photo, file).then(() => true, logged(false))
      if (isKept) forget(photo.imageId)
      else tell()
      return isKept
    },
    /** Calls back once in a while to store what only memory has, also while nobody or somebody else is signed in. */
    storeLater(store: () => void) {
      clearTimeout(memory.storing)
      memory.storing = setTimeout(store, storeAgainAfter)
    },
    /** A photo's file; 'sent' if another tab has sent it, undefined if it cannot be read. */
    async read(imageId: string): Promise<Blob | 'sent' | undefined> {
      try {
        const file = inMemory.get(imageId)?.file ?? (await storage.file(imageId))
        if (file) return (await unreadable(file)) ? undefined : file
        const isListed = (await storage.list()).some((one) => one.imageId === imageId)
        return isListed ? undefined : 'sent'
      } catch (error) {
        return logged(undefined)(error)
      }
    },
    /** Puts what was made of a photo in its original's place. The original stays until the device has stored the smaller file. */
    async replace(photo: Photo, { file, preview }: Shrunk) {
      const { imageId } = photo
      if (inMemory.has(imageId)) {
        if (file) inMemory.set(imageId, { photo: madeReady(photo, file.size), file })
        if (preview) previews.set(imageId, preview)
        return
      }
      // Removed in the meantime: nothing of it comes back.
      if (!(await storage.list()).some((one) => one.imageId === imageId)) return
      if (preview) await storage.keepPreview(imageId, preview).catch(logged(undefined))
      if (!file) return
      // First when it was taken: the smaller file does not say.
      await storage.keep(photo)
      await storage.replace(imageId, file)
    },
    preview: async (imageId: string) =>
      previews.get(imageId) ?? (await storage.preview(imageId).catch(logged(undefined))),
  }
}

/** Why a file cannot be added as a photo: it is empty or cannot be read. Undefined if it can. */
export const whyUnusable = async (file: File) => (file.size === 0 ? whyUnsendable(file) : unreadable(file))

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
export const logged =
  <T>(fallback: T) =>
  (error: unknown) => {
    console.error('This browser does not store unsent photos', error)
    return fallback
  }
