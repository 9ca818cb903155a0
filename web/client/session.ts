import { create } from 'zustand'
import type { Role } from '#core/model/messages.ts'
import { type GoneCode, goneCodes } from '#core/wire/account/gone-codes.ts'
import type { SecondStep, SignInAnswer } from '#core/wire/account/second-factor.ts'
import type { Credentials, Registration, SessionUser, SignedIn } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { addPersonHere, forgetPersonHere } from './here/people-here.ts'
import { rememberedUser, rememberUser } from './here/remembered-user.ts'
import { CallFailure, request } from './request.ts'
import { awaitCode } from './second-step.ts'

export type Session =
  | { state: 'checking' }
  /**
   * `formerRole` is what they were until their role was changed on another device, while this page was open or closed. With
   * `needsSecondFactor` the server refuses everything until they have set one up.
   */
  | { state: 'signed-in'; user: SessionUser; formerRole?: Role; needsSecondFactor?: true }
  | { state: 'signed-out' }
  | { state: 'failed'; error: string }

/** Who is signed in. The access token is kept only in memory, the refresh token in a cookie no script can read. */
export const useSession = create<Session>(() => ({ state: 'checking' }))

/** The signed-in user's id. */
export function signedInAs(): string | undefined {
  const session = useSession.getState()
  return session.state === 'signed-in' ? session.user.userId : undefined
}

/** Whether the user has to set up a second factor before anything else. Until then nothing is sent, and what waits stays. */
export const isLimited = (session = useSession.getState()): boolean =>
  session.state === 'signed-in' && session.needsSecondFactor === true

/** A valid access token, renewed first if it has expired; undefined if nobody, or somebody other than `person`, is signed in. */
export async function accessToken(person = signedInAs()): Promise<string | undefined> {
  if (useSession.getState().state === 'signed-out') return undefined
  if (!held || Date.now() >= held.expiresAt) await renew()
  return person === undefined || person === signedInAs() ? held?.token : undefined
}

/** Asks the server once who is signed in; for pages that need to know. */
export function beginSession() {
  if (begun) return
  begun = true
  void checkSession()
}

/**
 * Asks the server who is signed in: at the start, and again after a failure. Until it has answered, the person who last signed
 * in on this device counts as signed in: their page opens at once, and without a network.
 */
export async function checkSession() {
  listenToTabs()
  const user = rememberedUser()
  useSession.setState(user ? { state: 'signed-in', user } : { state: 'checking' }, true)
  await renew()
}

/** Signs in; returns the failure, if any. */
export const signIn = (credentials: Credentials) => enter(paths.login, credentials)

/** Registers a business and signs in its owner; returns the failure, if any. */
export const register = (registration: Registration) => enter(paths.register, registration)

/** Takes the second step of signing in; returns the failure, if any. */
export const enterByCode = (step: SecondStep) => enter(paths.secondStep, step)

/** Signs in with an emailed link; returns the failure, if any. */
export function enterBy(path: string, body: object): Promise<CallFailure | undefined> {
  listenToTabs()
  begun = true
  return enter(path, body)
}

/**
 * Ends the session in every tab and on the server; returns the failure if the server could not be reached. If the session ends by other
 * means first, that counts; the answer is then ignored, however late it comes, as somebody may have signed in since.
 */
export async function logOut(): Promise<CallFailure | undefined> {
  const person = signedInAs()
  const { signal } = stay
  const asked = request(paths.logout, { method: 'POST', token: held?.token, signal, timeout: patience })
  const failure = await failureFrom(asked).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  if (signal.aborted && useSession.getState().state === 'signed-in') return new CallFailure(0, 'unreachable')
  if (failure && (failure.status !== 401 || failure.isForeign)) return failure
  if (person) forgetPersonHere(person)
  if (signal.aborted) return undefined
  leave()
  tabs?.postMessage({ left: true })
  return undefined
}

/** Leaves every tab after the user has closed their account: what this device holds of them is deleted. */
export function leaveClosedAccount() {
  leave('account-closed')
  tabs?.postMessage({ left: true })
}

/** Renews the token with the refresh cookie. One at a time across all tabs, since each renewal uses up the cookie. */
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
/** Aborted when the user signs in or out, so that responses still in flight are ignored. */
let stay = new AbortController()
let renewal: ReturnType<typeof setTimeout> | undefined

const renewBefore = 5 * 60_000
const retryAfter = 15_000
/** Milliseconds that a renewal waits for the server, and before that for another tab's renewal. */
const patience = 10_000
const lock = 'fettle.session'

/** Signs in, or finds that a code is needed first: {@link useSecondStep} then has the ticket. */
async function enter(path: string, body: object): Promise<CallFailure | undefined> {
  return failureFrom(
    request<SignInAnswer>(path, { body }).then((answer) => {
      awaitCode('secondStep' in answer ? answer.secondStep : undefined)
      if ('secondStep' in answer) return
      endStay()
      hold(answer)
      tabs?.postMessage({ entered: answer.user.userId })
    }),
  )
}

/**
 * Web Locks need a secure context, and a frozen tab keeps its lock: without them the server accepts the cookie from both tabs.
 */
async function alone(work: () => Promise<void>) {
  if (typeof navigator.locks === 'undefined') return work()
  let isMine = false
  const options = { signal: AbortSignal.timeout(patience) }
  const waited = navigator.locks.request(lock, options, () => {
    isMine = true
    return work()
  })
  await waited.catch((error: unknown) => {
    if (isMine) throw error
    return work()
  })
}

async function renewNow(signal: AbortSignal) {
  if (signal.aborted) return
  const response = request<SignedIn>(paths.refresh, { method: 'POST', signal, timeout: patience })
  const failure = await failureFrom(response.then((answer) => signal.aborted || hold(answer))).catch(
    (error: unknown) => {
      if (!signal.aborted) throw error
    },
  )
  if (!failure || signal.aborted) return
  const { status, isForeign } = failure
  if (!isForeign && [401, 403].includes(status)) leave(goneCodes.find((code) => code === failure.code))
  else if (useSession.getState().state === 'signed-in') renewIn(retryAfter)
  else {
    console.error('Failed to verify user token', failure)
    useSession.setState({ state: 'failed', error: 'Failed to verify user token' }, true)
  }
}

function hold({ token, user, needsSecondFactor, goneToken }: SignedIn) {
  const session = useSession.getState()
  // Before a reload too: a killed browser may have forgotten who signed in last, and would reload for ever.
  rememberUser(user)
  addPersonHere({ ...user, goneToken })
  // A different user signed in from another tab: nothing of the first may stay on the page.
  if (session.state === 'signed-in' && session.user.userId !== user.userId) return location.reload()
  const lifetime = lifetimeOf(token)
  held = { token, expiresAt: Date.now() + lifetime }
  const former = session.state === 'signed-in' && session.user.userRole !== user.userRole && session.user.userRole
  renewIn(Math.max(lifetime - renewBefore, lifetime / 2, retryAfter))
  const more = { ...(former ? { formerRole: former } : {}), ...(needsSecondFactor ? { needsSecondFactor } : {}) }
  useSession.setState({ state: 'signed-in', user, ...more }, true)
}

/** With `gone` the person has no place here any more: the sign-in page then says why, and asks about unsent work. */
function leave(gone?: GoneCode) {
  const user = rememberedUser()
  if (user && gone) addPersonHere({ ...user, gone })
  endStay()
  clearTimeout(renewal)
  held = undefined
  rememberUser(undefined)
  useSession.setState({ state: 'signed-out' }, true)
}

/** What was asked for the session before, answered late, must not sign out a person who has signed in since. */
function endStay() {
  stay.abort()
  stay = new AbortController()
  renewing = undefined
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

/** Listens for other tabs signing in or out. */
function listenToTabs() {
  if (tabs) return
  tabs = new BroadcastChannel(lock)
  tabs.onmessage = ({ data }: MessageEvent<{ left?: true; entered?: string }>) => {
    if (data.left) return leave()
    endStay()
    void renew()
  }
}

/**
 * How long an access token is good for, in milliseconds, from its own claims: the device's clock may be wrong. The server checks
 * tokens; for these two numbers, a library would be a hundredth of the first screen's code.
 */
function lifetimeOf(token: string): number {
  const [, payload = ''] = token.split('.')
  const claims: { iat?: number; exp?: number } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  return ((claims.exp ?? 0) - (claims.iat ?? 0)) * 1000
}
