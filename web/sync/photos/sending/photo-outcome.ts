import type { UploadAnswer } from '#core/wire/images.ts'
import type { PhotoAnswer } from './photo-request.ts'
import { textIn } from './text-in.ts'

/** The outcome of sending a photo. Unless it is sent or rejected, it can be sent again unchanged. */
export type PhotoOutcome =
  | { sent: UploadAnswer }
  | { failed: 'unreachable'; error: string; isUnanswered?: true }
  | { failed: 'failing' | 'rejected'; error: string }
  | { failed: 'signed-out' | 'cancelled' }

/** What an answer to an upload means: the photo is rejected only if a retry would fail too. */
export function outcomeOf(answer: PhotoAnswer): PhotoOutcome {
  if (typeof answer === 'string') return { failed: answer }
  const { status, body } = answer
  if (status === 200 && isAnswer(body)) return { sent: body }
  const error = textIn(body, 'error')
  if (status >= 500) return { failed: 'failing', error: error ?? unreachable }
  // A photo in pieces whose pieces have gone starts again.
  const startsAgain = status === 409 && textIn(body, 'code')?.startsWith('pieces-')
  // Some networks without a way out answer everything with a page of their own.
  const isUnanswered = status === 0 || (status >= 200 && status < 300)
  const isForeign = status >= 400 && !isRefusal(body)
  const mayPass = isUnanswered || startsAgain || [408, 425, 429].includes(status)
  if (isForeign && !mayPass) return { failed: 'failing', error: unreachable }
  return mayPass
    ? { failed: 'unreachable', error: error ?? unreachable, ...(isUnanswered && { isUnanswered }) }
    : { failed: 'rejected', error: error ?? 'Upload failed' }
}

const unreachable = 'Failed to upload images. Please try again.'

/** Whether it is the API's, whose refusals say why or nothing at all, and not of a proxy or a firewall before it. */
const isRefusal = (body: unknown) =>
  typeof body === 'object' && body !== null && ('code' in body || 'error' in body || Object.keys(body).length === 0)

const isAnswer = (body: unknown): body is UploadAnswer => typeof body === 'object' && body !== null && 'images' in body
