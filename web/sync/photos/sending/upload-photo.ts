import { pieceSize } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { attemptOf, givenAtOf } from '#web/sync/photos/photo-changes.ts'
import { numberedOrNot } from './numbered-or-not.ts'
import { outcomeOf, type PhotoOutcome } from './photo-outcome.ts'
import { requestForPhoto } from './photo-request.ts'
import type { Sending } from './sending.ts'
import { uploadInPieces } from './upload-pieces.ts'

/** In milliseconds; longer than the server takes for a photo with others queued before it. */
const patience = 90_000

/** Uploads one photo under its id; a retry is the same image. A large one goes in pieces, so that a retry goes on where it was cut. */
export async function uploadPhoto(sending: Sending): Promise<PhotoOutcome> {
  // Digests need a secure context.
  const inPieces = sending.file.size > pieceSize && typeof crypto.subtle !== 'undefined'
  const outcome = inPieces ? await uploadInPieces(sending) : 'whole'
  return outcome === 'whole' ? uploadWhole(sending) : outcome
}

async function uploadWhole(sending: Sending): Promise<PhotoOutcome> {
  const { user, signal, progress } = sending
  const answer = await numberedOrNot((isNumbered) =>
    requestForPhoto({
      userId: user.userId,
      method: 'POST',
      path: pathTo(paths.uploadImage, { companyId: user.companyId }),
      body: formOf(sending, isNumbered),
      progress: (loaded, total) => progress(total > 0 ? loaded / total : 0),
      signal,
      patience,
    }),
  )
  return outcomeOf(answer)
}

/** The form of one photo, with the number of its attempt or without. */
export function formOf({ photo, file, user }: Pick<Sending, 'photo' | 'file' | 'user'>, isNumbered = true): FormData {
  const { companyId, username, userRole } = user
  const { jobId, imageId, takenAt } = photo
  const form = new FormData()
  const fields = {
    jobId,
    companyId,
    username,
    userRole,
    imageIds: JSON.stringify([imageId]),
    givenAt: JSON.stringify([givenAtOf(photo)]),
    ...(takenAt && { takenAt: JSON.stringify([takenAt]) }),
    ...(isNumbered && { attempts: JSON.stringify([attemptOf(photo)]) }),
  }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.append('images', file, photo.name)
  return form
}
