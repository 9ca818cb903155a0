import { createCompanyQueue } from '#api/http/company-queue.ts'
import { HttpFailure } from '#api/http/errors.ts'
import type { PieceStore, UnfinishedPhoto } from '#api/image-store/piece-store.ts'

const megabyte = 1024 * 1024

/** How many photos may have arrived in part, and how many bytes they may have in all once complete. */
export const unfinishedLimits = {
  person: { photos: 30, bytes: 150 * megabyte },
  company: { photos: 500, bytes: 1024 * megabyte },
}

/** Runs the work that stores a photo's first piece, unless the person or the company has too many unfinished photos: 429. */
export type FirstPiece = (photo: UnfinishedPhoto, work: () => Promise<void>) => Promise<void>

/** One first piece of a company at a time, so that a process counts all; several processes may exceed a limit by one each. */
export function countFirstPieces(pieces: PieceStore): FirstPiece {
  const inTurn = createCompanyQueue()
  return (photo, work) =>
    inTurn(photo.companyId, async () => {
      await requireRoom(pieces, photo)
      await work()
    })
}

/** Throws a 429 if there is no room for another unfinished photo; the client can send it whole. */
export async function requireRoom(pieces: PieceStore, photo: UnfinishedPhoto) {
  const others = (await pieces.unfinishedOf(photo.companyId)).filter((one) => !isSame(one, photo))
  const own = others.filter(({ userId }) => userId === photo.userId)
  if (!fits([...own, photo], unfinishedLimits.person) || !fits([...others, photo], unfinishedLimits.company))
    throw new HttpFailure(
      429,
      { error: 'Too many photos have arrived only in part.', code: 'too-many-unfinished' },
      { 'Retry-After': '60' },
    )
}

const fits = (photos: readonly UnfinishedPhoto[], { photos: most, bytes }: { photos: number; bytes: number }) =>
  photos.length <= most && photos.reduce((sum, { size }) => sum + size, 0) <= bytes

const isSame = (one: UnfinishedPhoto, other: UnfinishedPhoto) =>
  one.userId === other.userId && one.imageId === other.imageId && one.sha256 === other.sha256
