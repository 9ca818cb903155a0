import { createStore, del, delMany, get, set, update } from 'idb-keyval'
import { kept, withoutPhoto } from './photo-changes.ts'
import type { Photo, Photos } from './photo-store.ts'

/** Where a person's unsent photos are kept between visits, shared by the tabs of one browser. */
export type PhotoStorage = {
  list(): Promise<Photos>
  file(imageId: string): Promise<Blob | undefined>
  /** Keeps a photo as it stands; with its file the first time. */
  keep(photo: Photo, file?: Blob): Promise<void>
  drop(imageId: string): Promise<void>
  wipe(): Promise<void>
  /** Calls back when another tab has changed it; answers how to stop. */
  watch(changed: () => void): () => void
}

/** Photos in IndexedDB: for each person in each company a list, and the files beside it by their ids. */
export function indexedDbPhotos(owner: string): PhotoStorage {
  const lists = createStore('fettle-photos', 'lists')
  const files = createStore('fettle-photo-files', 'files')
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
      // The file first: a photo that is listed can be sent.
      if (file) await set(photo.imageId, file, files)
      // A phone that runs out of room shall not make some by forgetting photos. Only secure addresses can ask for that.
      if (file && 'storage' in navigator) void navigator.storage.persist()
      await change((photos) => replaced(photos, kept(photo), file !== undefined))
    },
    drop: async (imageId) => {
      await change((photos) => withoutPhoto(photos, imageId))
      await del(imageId, files)
    },
    wipe: async () => {
      const ids = (await list()).map((one) => one.imageId)
      await del(owner, lists)
      await delMany(ids, files)
      others.postMessage('changed')
    },
    watch: (changed) => {
      others.addEventListener('message', changed)
      return () => {
        // It stays open: what is wiped at the end is told to the other tabs.
        others.removeEventListener('message', changed)
      }
    },
  }
}

/** A new photo comes last; a known one changes in its place, and one that another tab has dropped stays dropped. */
function replaced(photos: Photos, photo: Photo, isNew: boolean): Photos {
  return isNew
    ? [...withoutPhoto(photos, photo.imageId), photo]
    : photos.map((one) => (one.imageId === photo.imageId ? photo : one))
}
