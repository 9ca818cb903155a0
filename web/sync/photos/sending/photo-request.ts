import { secondFactorNeeded } from '#core/wire/account/confirmation-codes.ts'
import { accessToken, isLimited, renew } from '#web/client/session.ts'
import { textIn } from './text-in.ts'

/** One request about a photo, on behalf of a person. */
export type PhotoRequest = {
  userId: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: Blob | FormData | string
  type?: string
  /** Called with the bytes sent so far. */
  progress?: (loaded: number, total: number) => void
  signal: AbortSignal
  /** Milliseconds that it may be silent. */
  patience: number
}

/** The server's answer, with status 0 if it could not be reached. */
export type PhotoAnswer = { status: number; body: unknown } | 'signed-out' | 'cancelled'

/** Sends a request with the person's token, and once more with a renewed one if the server does not accept it. */
export async function requestForPhoto(asked: PhotoRequest): Promise<PhotoAnswer> {
  const token = await accessToken(asked.userId)
  if (!token || isLimited()) return 'signed-out'
  const first = await sent(asked, token)
  if (!isUnauthorized(first) && !needsSecondFactor(first)) return first
  await renew()
  if (isLimited()) return 'signed-out'
  const fresh = await accessToken(asked.userId)
  if (!fresh) return 'signed-out'
  const second = await sent(asked, fresh)
  return isUnauthorized(second) || needsSecondFactor(second) ? 'signed-out' : second
}

/** Whether the person has to set up a second factor first: the photo waits. */
const needsSecondFactor = (answer: PhotoAnswer) =>
  typeof answer === 'object' && textIn(answer.body, 'code') === secondFactorNeeded
/** A 401 without a code is not the API's: another token would not help. */
const isUnauthorized = (answer: PhotoAnswer) =>
  typeof answer === 'object' && answer.status === 401 && textIn(answer.body, 'code') !== undefined

/** Uses XMLHttpRequest, since fetch does not report upload progress. */
function sent({ method, path, body, type, progress, signal, patience }: PhotoRequest, token: string) {
  if (signal.aborted) return Promise.resolve<PhotoAnswer>('cancelled')
  const { promise, resolve } = Promise.withResolvers<PhotoAnswer>()
  const request = new XMLHttpRequest()
  request.open(method, path)
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.setRequestHeader('accept', 'application/json')
  if (type) request.setRequestHeader('content-type', type)
  let timeout = setTimeout(() => request.abort(), patience)
  request.upload.onprogress = ({ loaded, total }) => {
    clearTimeout(timeout)
    timeout = setTimeout(() => request.abort(), patience)
    progress?.(loaded, total)
  }
  const cancel = () => request.abort()
  request.onload = () => resolve({ status: request.status, body: bodyOf(request.responseText) })
  request.onerror = () => resolve({ status: 0, body: undefined })
  request.onabort = () => resolve(signal.aborted ? 'cancelled' : { status: 0, body: undefined })
  request.onloadend = () => {
    clearTimeout(timeout)
    signal.removeEventListener('abort', cancel)
  }
  signal.addEventListener('abort', cancel)
  request.send(body ?? null)
  return promise
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
