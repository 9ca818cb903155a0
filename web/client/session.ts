import { decodeJwt } from 'jose/jwt/decode'
import { create } from 'zustand'
import type { Credentials, Registration, SessionUser, SignedIn } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { CallFailure, request } from './request.ts'

export type Session =
  | { state: 'checking' }
  | { state: 'signed-in'; user: SessionUser }
  | { state: 'signed-out' }
  | { state: 'failed'; error: string }

/** Who is signed in. The access token is kept in memory only, the refresh token in a cookie that no script can read. */
export const useSession = create<Session>(() => ({ state: 'checking' }))

/** The id of who is signed in now. */
export function signedInAs(): string | undefined {
  const session = useSession.getState()
  return session.state === 'signed-in' ? session.user.userId : undefined
}

/**
 * A token that is still good, renewed first where it is not; undefined when nobody is signed in, or somebody else than this
 * person.
 */
export async function accessToken(person = signedInAs()): Promise<string | undefined> {
  if (useSession.getState().state === 'signed-out') return undefined
  if (!held || Date.now() >= held.expiresAt) await renew()
  return person === undefined || person === signedInAs() ? held?.token : undefined
}

/** Asks the server who is signed in, once; for the pages that need to know. Public pages make no call. */
export function beginSession() {
  if (begun) return
  begun = true
  void checkSession()
}

/** Asks the server who is signed in; at the start, and again after a failure. */
export async function checkSession() {
  hearTabs()
  useSession.setState({ state: 'checking' }, true)
  await renew()
}

/** Signs in; answers the failure, or nothing when it went well. */
export const signIn = (credentials: Credentials) => enter(paths.login, credentials)

/** Registers a business with its owner, who is signed in by it. */
export const register = (registration: Registration) => enter(paths.register, registration)

/** Signs in by what a mailed link says; answers the failure. Nobody has to ask again who is signed in. */
export function enterBy(path: string, body: object): Promise<CallFailure | undefined> {
  hearTabs()
  begun = true
  return enter(path, body)
}

/** Ends the session here, in every tab and on the server; answers the failure when the server could not be told. */
export async function logOut(): Promise<CallFailure | undefined> {
  const failure = await failureFrom(request(paths.logout, { method: 'POST', token: held?.token }))
  if (failure && failure.status !== 401) return failure
  leave()
  tabs?.postMessage({ left: true })
  return undefined
}

/** Renews the token by the refresh cookie. One renewal at a time, in this tab and across tabs, since each uses the cookie up. */
export function renew(): Promise<void> {
  if (renewing) return renewing
  const { signal } = stay
  const mine = alone(() => renewNow(signal)).finally(() => {
    if (renewing === mine) renewing = undefined
  })
  renewing = mine
  return mine
}

let begun = false
let tabs: BroadcastChannel | undefined
let held: { token: string; expiresAt: number } | undefined
let renewing: Promise<void> | undefined
/** Ends when the person leaves: what was asked for them before is answered to nobody. */
let stay = new AbortController()
let renewal: ReturnType<typeof setTimeout> | undefined

const earlier = 5 * 60_000
const retryAfter = 15_000
const lock = 'fettle.session'

async function enter(path: string, body: object): Promise<CallFailure | undefined> {
  return failureFrom(
    request<SignedIn>(path, { body }).then((answer) => {
      hold(answer)
      tabs?.postMessage({ entered: answer.user.userId })
    }),
  )
}

/** Web Locks exist on secure addresses only; without them the server's grace for a cookie just used has to do. */
const alone = (work: () => Promise<void>): Promise<void> =>
  typeof navigator.locks === 'undefined' ? work() : navigator.locks.request(lock, work)

async function renewNow(signal: AbortSignal) {
  if (signal.aborted) return
  const asked = request<SignedIn>(paths.refresh, { method: 'POST', signal })
  const failure = await failureFrom(asked.then((answer) => signal.aborted || hold(answer))).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  if (!failure || signal.aborted) return
  if (failure.status === 401 || failure.status === 403) leave()
  else if (useSession.getState().state === 'signed-in') renewIn(retryAfter)
  else {
    console.error('Failed to verify user token', failure)
    useSession.setState({ state: 'failed', error: 'Failed to verify user token' }, true)
  }
}

function hold({ token, user }: SignedIn) {
  const session = useSession.getState()
  // Another person signed in from another tab: nothing of the first may stay on the page.
  if (session.state === 'signed-in' && session.user.userId !== user.userId) return location.reload()
  const { iat = 0, exp = 0 } = decodeJwt(token)
  const lifetime = (exp - iat) * 1000
  held = { token, expiresAt: Date.now() + lifetime }
  renewIn(Math.max(lifetime - earlier, lifetime / 2, retryAfter))
  useSession.setState({ state: 'signed-in', user }, true)
}

function leave() {
  stay.abort()
  stay = new AbortController()
  renewing = undefined
  clearTimeout(renewal)
  held = undefined
  useSession.setState({ state: 'signed-out' }, true)
}

function renewIn(milliseconds: number) {
  clearTimeout(renewal)
  renewal = setTimeout(renew, milliseconds)
}

async function failureFrom(work: Promise<unknown>): Promise<CallFailure | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof CallFailure) return error
    throw error
  }
}

/** What other tabs tell: that somebody signed in or out. */
function hearTabs() {
  if (tabs) return
  tabs = new BroadcastChannel(lock)
  tabs.onmessage = ({ data }: MessageEvent<{ left?: true; entered?: string }>) => {
    if (data.left) leave()
    else void renew()
  }
}
