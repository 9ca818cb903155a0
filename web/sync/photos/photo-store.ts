import { create } from 'zustand'
import { useIsUnreachable } from '#web/sync/ledger/ledger-store.ts'

/** A photo chosen on this device, until it appears as an image of its job. */
export type Photo = {
  imageId: string
  jobId: string
  /** The name of its file. */
  name: string
  size: number
  /** The instant at which it was given on this device; missing in one kept by an earlier build. */
  givenAt?: string
  /** When it was taken by its camera's clock, read before it was made smaller. */
  takenAt?: string
  /** It is still as it was given: it is made smaller before it is sent. */
  isOriginal?: true
  /** Its file is in this window's memory only: not yet on the device, or the device does not store it. */
  isUnsaved?: true
  /** `failed` if the server refuses it, `stuck` if it keeps failing on it while others pass. */
  state: 'waiting' | 'sending' | 'failed' | 'stuck' | 'sent'
  /** How often its person has asked for it, counted up each time they retry it after a refusal; once if missing. */
  attempt?: number
  /** It was stuck before, so that its next failure is enough. */
  wasStuck?: true
  /** The part already sent, from 0 to 1. */
  part: number
  /** Why it failed, or why it is still waiting. */
  reason?: string
  /** No server answered when it was last sent: there is no connection, even if the browser has not noticed. */
  isUnanswered?: boolean
}
export type Photos = readonly Photo[]

type PhotoState = {
  photos: Photos
  /** Whether the stored photos have been read: until then it is unknown how many there are. */
  isRead: boolean
  wipe?: () => Promise<void>
  /** A small picture of a photo; undefined if there is none, or not yet. */
  preview?: (imageId: string) => Promise<Blob | undefined>
}

/** The photos of this device, for all jobs, and how to delete them. The queue itself is lazily loaded; see photo-queue.ts. */
export const usePhotos = create<PhotoState>(() => ({ photos: [], isRead: false }))

/** How many of these photos the server has not received yet. */
export const unsentOf = (photos: Photos) => photos.filter(({ state }) => state !== 'sent').length

/** How many photos wait on this device, for one job or all, while the server is unreachable; otherwise 0. */
export function useWaitingPhotos(jobId?: string): number {
  const unreachable = useIsUnreachable()
  const counts = ({ state, jobId: of }: Photo) =>
    (state === 'waiting' || state === 'sending' || state === 'stuck') && (!jobId || of === jobId)
  return usePhotos(({ photos }) => (unreachable ? photos.filter(counts).length : 0))
}

/** Returns a function that deletes this user's photos from this device; call it while they are signed in. */
export const photoWiping = () => usePhotos.getState().wipe ?? (() => Promise.resolve())
