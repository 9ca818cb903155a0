import type { SessionUser } from '#core/wire/account/session.ts'
import type { Photo } from '#web/sync/photos/photo-store.ts'

/** One photo on its way, with what is told of its progress, from 0 to 1. */
export type Sending = {
  photo: Photo
  file: Blob
  user: SessionUser
  progress: (part: number) => void
  signal: AbortSignal
}
