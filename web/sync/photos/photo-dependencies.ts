import type { SessionUser } from '#core/wire/account/session.ts'
import type { UploadAnswer } from '#core/wire/images.ts'
import type { PhotoStorage } from './photo-storage.ts'
import type { Photos } from './photo-store.ts'
import type { PhotoOutcome } from './sending/photo-outcome.ts'
import type { Sending } from './sending/sending.ts'
import type { Shrunk } from './shrink/shrink-worker.ts'

/** What the queue of photos needs of the browser and the server. */
export type PhotoDependencies = {
  user: SessionUser
  storage: PhotoStorage
  /** Makes a photo smaller; never fails. */
  shrink(original: Blob): Promise<Shrunk>
  /** Loads what sending needs; a photo waits for it before its turn, so that it keeps no other tab from sending. */
  prepare?(): Promise<unknown>
  send(sending: Sending): Promise<PhotoOutcome>
  /** Whether photos may be sent now: not while offline, and not before smaller changes. */
  maySend(): boolean
  /** The jobs whose photos wait, as the server does not know them yet. */
  jobsToCome?(): ReadonlySet<string>
  /** Runs the work of this name in one tab at a time. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Milliseconds before the next attempt after this many failures in a row. */
  pause(failures: number): number
  /** Called after a photo was sent; resolves when the screens show it. */
  uploaded(jobId: string, answer: UploadAnswer): Promise<void>
  /** Called when nothing is left to send, with the photos sent and failed since the last call. */
  finished(sent: Photos, failed: Photos): void
}
