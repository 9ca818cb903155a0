import { create } from 'zustand'
import { useIsUnreachable } from '#web/sync/ledger/ledger-store.ts'

/** A photo that was chosen on this device, until it shows as an image of its job. */
export type Photo = {
  imageId: string
  jobId: string
  /** The name of its file. */
  name: string
  size: number
  state: 'waiting' | 'sending' | 'failed' | 'sent'
  /** How much of it is sent, from 0 to 1. */
  part: number
  /** Why it failed, or why it still waits. */
  reason?: string
}
export type Photos = readonly Photo[]

/** The photos of this device, of all jobs, and how to forget them. The queue itself is loaded later; see photo-queue.ts. */
export const usePhotos = create<{ photos: Photos; wipe?: () => Promise<void> }>(() => ({ photos: [] }))

/** How many photos the server has not taken yet. */
export const unsentPhotos = () => usePhotos.getState().photos.filter(({ state }) => state !== 'sent').length

/** How many photos wait on this device, of one job or of all, while they do not get through. */
export function useWaitingPhotos(jobId?: string): number {
  const unreachable = useIsUnreachable()
  const counts = ({ state, jobId: of }: Photo) =>
    (state === 'waiting' || state === 'sending') && (!jobId || of === jobId)
  return usePhotos(({ photos }) => (unreachable ? photos.filter(counts).length : 0))
}

/** How to forget the photos of this person on this device; to be asked for while they are signed in. */
export const photoWiping = () => usePhotos.getState().wipe ?? (() => Promise.resolve())
