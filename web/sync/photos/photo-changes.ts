import { uploadLimits } from '#core/wire/images.ts'
import type { Photo, Photos } from './photo-store.ts'

/**
 * The next photo to send of those that failed least, so that none holds up the others: the first one given, or the smallest, so
 * that small ones do not wait behind large ones. None that is `busy`, being sent already, or has yet to be made smaller.
 */
export function nextPhoto(
  photos: Photos,
  order: 'first' | 'smallest',
  { busy, timesFailed }: { busy: ReadonlySet<string>; timesFailed: ReadonlyMap<string, number> },
): Photo | undefined {
  const times = ({ imageId }: Photo) => timesFailed.get(imageId) ?? 0
  return photos
    .filter(({ state, isOriginal, imageId }) => state === 'waiting' && !isOriginal && !busy.has(imageId))
    .toSorted((one, other) => times(one) - times(other) || (order === 'smallest' ? one.size - other.size : 0))[0]
}

/** The queue with one photo changed; a removed photo stays removed. */
export const withPhoto = (photos: Photos, imageId: string, change: Partial<Photo>): Photos =>
  photos.map((one) => (one.imageId === imageId ? { ...one, ...change } : one))

export const withoutPhoto = (photos: Photos, imageId: string): Photos => photos.filter((one) => one.imageId !== imageId)

/** A photo that its person asks for again: what was refused is decided anew only under a new number. */
export const askedAgain = (photo: Photo): Photo => ({
  ...again(photo),
  ...(photo.state === 'failed' && { attempt: attemptOf(photo) + 1 }),
})

/** The number of the attempt that a photo is sent under; see `uploadFields`. */
export const attemptOf = ({ attempt = 1 }: Pick<Photo, 'attempt'>): number => attempt

/** A photo ready to be sent, for the first time or again. */
export function again({ reason: _, isUnanswered: _unanswered, ...photo }: Photo): Photo {
  return { ...photo, state: 'waiting', part: 0, ...(photo.state === 'stuck' && { wasStuck: true }) }
}

/** A photo as stored between visits: one that was being sent will be sent again. */
export const kept = (photo: Photo): Photo =>
  photo.state === 'failed' || photo.state === 'stuck' ? saved(photo) : again(saved(photo))

/** A photo whose file is on the device. */
export const saved = ({ isUnsaved: _, ...photo }: Photo): Photo => photo

/** A photo that has been made smaller, or cannot be. */
export const madeReady = ({ isOriginal: _, ...photo }: Photo, size: number): Photo => ({ ...photo, size })

/** The instant at which a photo was given; for one kept by an earlier build, the time in its id. */
export const givenAtOf = ({ givenAt, imageId }: Pick<Photo, 'givenAt' | 'imageId'>): string =>
  givenAt ?? new Date(Number.parseInt(imageId.replace('-', '').slice(0, 12), 16)).toISOString()

/**
 * The queue after another tab has changed the stored one: its new photos are added, those it sent or removed go, and the rest
 * keep their state here.
 */
export function merged(here: Photos, stored: Photos): Photos {
  const known = new Map(here.map((one) => [one.imageId, one]))
  const still = new Set(stored.map((one) => one.imageId))
  const added = stored.filter((one) => !known.has(one.imageId))
  return [...here.filter((one) => one.state === 'sent' || still.has(one.imageId)), ...added]
}

/** Why a file cannot be sent, in the server's words; undefined if it can. */
export function whyUnsendable({ size }: Pick<File, 'size'>): string | undefined {
  if (size === 0) return 'This file is empty.'
  return size > uploadLimits.fileSize ? `A photo may be at most ${uploadLimits.fileSize / 1024 / 1024} MB.` : undefined
}

/** A photo's state as shown. `offline` is whether the server is unreachable, `held` whether photos wait for Wi-Fi. */
export function photoStatus(photo: Photo, offline: boolean, held = false): string {
  const { state, part, size, reason, isUnsaved, isUnanswered } = photo
  if (state === 'sent') return 'Uploaded'
  if (state === 'stuck') return `${reason ?? failed} Fettle tries again every few minutes.`
  if (state === 'failed') return reason && reason !== failed ? `${failed}. ${reason}` : failed
  if (state === 'sending') return part === 1 ? 'Processing' : `${Math.floor(part * 100)}% of ${fileSize(size)}`
  if (offline && isUnsaved) return notSaved
  if (offline) return 'Saved on this device. It will be sent when you are back online.'
  if (held) return 'Waiting for Wi-Fi.'
  if (isUnanswered) return `${reason} ${isUnsaved ? notSaved : 'It is saved on this device.'}`
  return reason ?? 'Waiting'
}

const notSaved = 'Not saved on this device. Keep this page open until it is sent.'

const failed = 'Upload failed'

/** A file's size in words. */
export const fileSize = (bytes: number) =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
