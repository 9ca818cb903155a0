import { del, delMany, get, promisifyRequest, set, update } from 'idb-keyval'
import { strictStore } from '#web/sync/storage/strict-store.ts'
import { kept, withoutPhoto } from './photo-changes.ts'
import type { Photo, Photos } from './photo-store.ts'

/** Stores a person's unsent photos between visits, shared by the tabs of one browser. */
export type PhotoStorage = {
  list(): Promise<Photos>
  file(imageId: string): Promise<Blob | undefined>
  /** Stores a photo's state, with its file the first time. */
  keep(photo: Photo, file?: Blob): Promise<void>
  /** Puts a smaller file in the original's place in one step, unless the photo has been removed. */
  replace(imageId: string, file: Blob): Promise<void>
  preview(imageId: string): Promise<Blob | undefined>
  keepPreview(imageId: string, preview: Blob): Promise<void>
  drop(imageId: string): Promise<void>
  wipe(): Promise<void>
  /** Calls back when another tab has changed it; returns a function that stops. */
  watch(changed: () => void): () => void
}

/** Photos in IndexedDB: one list per person and company, and the files and previews by image id. */
export function indexedDbPhotos(owner: string): PhotoStorage {
  const lists = strictStore('fettle-photos', 'lists')
  const files = strictStore('fettle-photo-files', 'files')
  const previews = strictStore('fettle-photo-previews', 'previews')
  const others = new BroadcastChannel(`fettle.photos.${owner}`)
  const change = async (by: (photos: Photos) => Photos) => {
    await update<Photos>(owner, (photos = []) => by(photos), lists)
    others.postMessage('changed')
  }
  const list = async () => (await get<Photos>(owner, lists)) ?? []
  return {
    list,
    file: (imageId) => get<Blob>(imageId, files),
    keep: async (photo, file) => {
      // The file first, so that a listed photo can always be sent.
      if (file) await set(photo.imageId, file, files)
      // Keeps a phone that runs out of space from deleting photos. Needs a secure context.
      if (file && 'storage' in navigator) void navigator.storage.persist()
      await change((photos) => replaced(photos, kept(photo), file !== undefined))
    },
    replace: (imageId, file) =>
      files('readwrite', (store) => {
        const known = store.getKey(imageId)
        known.onsuccess = () => {
          if (known.result !== undefined) store.put(file, imageId)
        }
        return promisifyRequest(store.transaction)
      }),
    preview: (imageId) => get<Blob>(imageId, previews),
    keepPreview: (imageId, preview) => set(imageId, preview, previews),
    drop: async (imageId) => {
      await change((photos) => withoutPhoto(photos, imageId))
      await Promise.all([del(imageId, files), del(imageId, previews)])
    },
    wipe: async () => {
      const ids = (await list()).map((one) => one.imageId)
      await del(owner, lists)
      await Promise.all([delMany(ids, files), delMany(ids, previews)])
      others.postMessage('changed')
    },
    watch: (changed) => {
      others.addEventListener('message', changed)
      return () => {
        // The channel stays open, to tell other tabs about a later wipe.
        others.removeEventListener('message', changed)
      }
    },
  }
}

/** Appends a new photo or updates a known one in place; one removed by another tab stays removed. */
function replaced(photos: Photos, photo: Photo, isNew: boolean): Photos {
  return isNew
    ? [...withoutPhoto(photos, photo.imageId), photo]
    : photos.map((one) => (one.imageId === photo.imageId ? photo : one))
}
