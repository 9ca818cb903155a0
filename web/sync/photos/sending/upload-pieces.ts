import {
  type FinishUpload,
  pieceCount,
  pieceLength,
  pieceSize,
  type ReceivedAnswer,
  receivedAnswer,
} from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { attemptOf, givenAtOf } from '#web/sync/photos/photo-changes.ts'
import { numberedOrNot } from './numbered-or-not.ts'
import { outcomeOf, type PhotoOutcome } from './photo-outcome.ts'
import { type PhotoAnswer, type PhotoRequest, requestForPhoto } from './photo-request.ts'
import type { Sending } from './sending.ts'
import { textIn } from './text-in.ts'

/** Milliseconds in which a piece arrives on any line worth waiting for; the server's own work takes longer. */
const patience = { piece: 30_000, finish: 90_000 }

/**
 * Sends the pieces of a photo that the server does not have yet, then asks it to add the photo. 'whole' if the server takes no
 * pieces at the moment.
 */
export async function uploadInPieces({
  photo,
  file,
  user,
  progress,
  signal,
}: Sending): Promise<PhotoOutcome | 'whole'> {
  const { userId, companyId } = user
  const { imageId, jobId, takenAt } = photo
  const about = { size: file.size, sha256: await digestOf(file) }
  const query = new URLSearchParams({ size: String(about.size), sha256: about.sha256 })
  const path = pathTo(paths.uploadPieces, { companyId, imageId })
  const ask = (asked: Pick<PhotoRequest, 'method' | 'path'> & Partial<PhotoRequest>) =>
    requestForPhoto({ userId, signal, patience: patience.piece, ...asked })

  const known = await ask({ method: 'GET', path: `${path}?${query}&jobId=${jobId}` })
  const { received, added } = receivedIn(known) ?? { received: undefined, added: false }
  if (!received) return takesNoPieces(known) ? 'whole' : outcomeOf(known)
  let sent = received.reduce((sum, piece) => sum + pieceLength(about.size, piece), 0)
  for (const piece of added ? [] : missing(about.size, received)) {
    progress(sent / about.size)
    const answer = await ask({
      method: 'PUT',
      path: `${pathTo(paths.uploadPiece, { companyId, imageId, piece: String(piece) })}?${query}`,
      body: file.slice(piece * pieceSize, (piece + 1) * pieceSize),
      type: 'application/octet-stream',
      progress: (loaded) => progress((sent + loaded) / about.size),
    })
    if (typeof answer === 'string' || answer.status !== 204) return outcomeOf(answer)
    sent += pieceLength(about.size, piece)
  }
  progress(1)
  const finish: FinishUpload = { jobId, ...about, givenAt: givenAtOf(photo), ...(takenAt && { takenAt }) }
  const answer = await numberedOrNot((isNumbered) =>
    ask({
      method: 'POST',
      path,
      body: JSON.stringify(isNumbered ? { ...finish, attempt: attemptOf(photo) } : finish),
      type: 'application/json',
      patience: patience.finish,
    }),
  )
  return outcomeOf(answer)
}

const missing = (size: number, received: readonly number[]) =>
  Array.from({ length: pieceCount(size) }, (_, piece) => piece).filter((piece) => !received.includes(piece))

function receivedIn(answer: PhotoAnswer): ReceivedAnswer | undefined {
  if (typeof answer === 'string' || answer.status !== 200) return undefined
  return receivedAnswer.safeParse(answer.body).data
}

/** Whether the server has no room for pieces, cannot store them, or is of an earlier build: the whole photo may pass. */
const takesNoPieces = (answer: PhotoAnswer) =>
  typeof answer === 'object' &&
  ([404, 405, 429].includes(answer.status) || textIn(answer.body, 'code') === 'storage-unavailable')

async function digestOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return new Uint8Array(digest).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')
}
