import { v7 as uuid } from 'uuid'
import { vi } from 'vitest'
import type { SessionUser } from '#core/wire/account/session.ts'
import { kept } from '#web/sync/photos/photo-changes.ts'
import type { PhotoDependencies } from '#web/sync/photos/photo-dependencies.ts'
import { openPhotos, addPhotos as queuePhotos } from '#web/sync/photos/photo-queue.ts'
import type { PhotoStorage } from '#web/sync/photos/photo-storage.ts'
import { type Photo, usePhotos } from '#web/sync/photos/photo-store.ts'
import type { PhotoOutcome } from '#web/sync/photos/sending/photo-outcome.ts'

const id = '01890000-0000-7000-8000-000000000001'
const user: SessionUser = { userId: id, username: 'tom', email: 't@example.com', userRole: 'team', companyId: id }
export const givenAt = '2026-11-20T10:41:00.000Z'
export const sentAnswer: PhotoOutcome = { sent: { message: 'Images uploaded successfully!', images: [], seq: 1 } }

/** A file as a camera gives it. */
export const file = (name: string, content = 'photo') => new File([content], name, { type: 'image/jpeg' })
export const addPhotos = (jobId: string, files: File[]) =>
  queuePhotos(
    jobId,
    files,
    givenAt,
    files.map(() => uuid()),
  )
/** The photos as shown: name and state. */
export const states = () => usePhotos.getState().photos.map(({ name, state }) => `${name} ${state}`)

/** Photos that outlive a queue, as a browser stores them. */
export function inMemory(): PhotoStorage & { photos: Map<string, Photo>; files: Map<string, Blob> } {
  const photos = new Map<string, Photo>()
  const files = new Map<string, Blob>()
  return {
    photos,
    files,
    list: async () => [...photos.values()],
    file: async (imageId) => files.get(imageId),
    keep: async (photo, blob) => {
      if (blob) files.set(photo.imageId, blob)
      if (blob || photos.has(photo.imageId)) photos.set(photo.imageId, kept(photo))
    },
    replace: async (imageId, smaller) => {
      if (files.has(imageId)) files.set(imageId, smaller)
    },
    preview: async () => undefined,
    keepPreview: async () => undefined,
    drop: async (imageId) => {
      photos.delete(imageId)
      files.delete(imageId)
    },
    wipe: async () => photos.clear(),
    watch: () => () => undefined,
  }
}

/** Opens a queue on stored photos; everything is sent at once unless `over` says otherwise. */
export function openQueue(storage: PhotoStorage, over: Partial<PhotoDependencies> = {}) {
  const send = vi.fn<PhotoDependencies['send']>(async () => sentAnswer)
  const finished = vi.fn<PhotoDependencies['finished']>()
  const { wake, hold, close } = openPhotos({
    user,
    storage,
    shrink: async () => ({}),
    send,
    maySend: () => true,
    alone: (_name, work) => work(),
    pause: () => 5,
    uploaded: async () => undefined,
    finished,
    ...over,
  })
  return { send, finished, wake, hold, close }
}
