import type { SessionUser } from '#core/wire/account/session.ts'
import type { UploadAnswer } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accessToken, renew } from '#web/client/session.ts'
import { givenAtOf } from './photo-changes.ts'
import type { Photo } from './photo-store.ts'

/** The outcome of sending a photo. If unreachable or signed out, it can be sent again unchanged. */
export type PhotoOutcome =
  | { sent: UploadAnswer }
  | { failed: 'unreachable'; error: string }
  | { failed: 'signed-out' | 'cancelled' }
  | { failed: 'rejected'; error: string }

export type Sending = {
  photo: Photo
  file: Blob
  user: SessionUser
  progress: (part: number) => void
  signal: AbortSignal
}

const unreachable = 'Failed to upload images. Please try again.'
/** In milliseconds; longer than the server takes for a photo with others queued before it. */
const uploadTimeout = 90_000

/** Uploads one photo under its id; a retry is the same image. */
export async function uploadPhoto(sending: Sending): Promise<PhotoOutcome> {
  const { userId } = sending.user
  const token = await accessToken(userId)
  if (!token) return { failed: 'signed-out' }
  const first = await post(sending, token)
  if (first !== 'unauthorized') return first
  await renew()
  const fresh = await accessToken(userId)
  const second = fresh ? await post(sending, fresh) : first
  return second === 'unauthorized' ? { failed: 'signed-out' } : second
}

/** Uses XMLHttpRequest, since fetch does not report upload progress. */
function post(sending: Sending, token: string) {
  const { user, progress, signal } = sending
  const { promise, resolve } = Promise.withResolvers<PhotoOutcome | 'unauthorized'>()
  const request = new XMLHttpRequest()
  request.open('POST', pathTo(paths.uploadImage, { companyId: user.companyId }))
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.setRequestHeader('accept', 'application/json')
  let timeout = setTimeout(() => request.abort(), uploadTimeout)
  request.upload.onprogress = ({ loaded, total }) => {
    clearTimeout(timeout)
    timeout = setTimeout(() => request.abort(), uploadTimeout)
    progress(total > 0 ? loaded / total : 0)
  }
  request.onload = () => resolve(outcomeOf(request.status, bodyOf(request.responseText)))
  request.onerror = () => resolve({ failed: 'unreachable', error: unreachable })
  request.onabort = () =>
    resolve(signal.aborted ? { failed: 'cancelled' } : { failed: 'unreachable', error: unreachable })
  request.onloadend = () => clearTimeout(timeout)
  if (signal.aborted) return Promise.resolve<PhotoOutcome>({ failed: 'cancelled' })
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(formOf(sending))
  return promise
}

/** The form of one photo. */
export function formOf({ photo, file, user }: Pick<Sending, 'photo' | 'file' | 'user'>): FormData {
  const { companyId, username, userRole } = user
  const { jobId, imageId } = photo
  const form = new FormData()
  const imageIds = JSON.stringify([imageId])
  const givenAt = JSON.stringify([givenAtOf(photo)])
  for (const [field, value] of Object.entries({ jobId, companyId, username, userRole, imageIds, givenAt }))
    form.set(field, value)
  form.append('images', file, photo.name)
  return form
}

/** What a response means: the photo is rejected only if a retry would fail too. */
export function outcomeOf(status: number, body: unknown): PhotoOutcome | 'unauthorized' {
  if (status === 200 && isAnswer(body)) return { sent: body }
  if (status === 401) return 'unauthorized'
  const message: unknown = body && typeof body === 'object' ? Reflect.get(body, 'error') : undefined
  const error = typeof message === 'string' ? message : undefined
  const mayPass = status === 0 || status === 200 || status >= 500 || [408, 425, 429].includes(status)
  return mayPass
    ? { failed: 'unreachable', error: error ?? unreachable }
    : { failed: 'rejected', error: error ?? 'Upload failed' }
}

const isAnswer = (body: unknown): body is UploadAnswer => typeof body === 'object' && body !== null && 'images' in body

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
