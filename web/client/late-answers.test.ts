import { UnsecuredJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '#core/wire/account/session.ts'
import { accessToken, checkSession, logOut, renew, signIn, useSession } from './session.ts'

const dana: SessionUser = {
  userId: '0198c0de-0000-7000-8000-000000000001',
  username: 'dana.whitfield',
  email: 'dana@harrowpike.co.uk',
  userRole: 'owner',
  companyId: '0198c0de-0000-7000-8000-0000000000c1',
}
const signedIn = () =>
  Response.json({ token: new UnsecuredJWT().setIssuedAt().setExpirationTime('600s').encode(), user: dana })
const refused = () => Response.json({ error: 'No user logged in', code: 'not-signed-in' }, { status: 401 })

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a renewal that was refused late does not sign out a person who has signed in since', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  const late = Promise.withResolvers<Response>()
  const fetch = vi.fn((path: string) => (path.endsWith('/refresh') ? late.promise : Promise.resolve(signedIn())))
  vi.stubGlobal('fetch', fetch)
  const checked = checkSession()
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  await signIn({ email: dana.email, password: 'sash window 14' })
  late.resolve(refused())
  await checked
  expect(useSession.getState()).toEqual({ state: 'signed-in', user: dana })
  expect(await accessToken()).toBeTypeOf('string')
})

test('logging out that is answered after the session has ended and the person has signed in again signs nobody out', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  const asked: { signal: AbortSignal; answer: PromiseWithResolvers<Response> }[] = []
  const fetch = vi.fn((path: string, { signal }: { signal: AbortSignal }) => {
    if (path.endsWith('/refresh')) return Promise.resolve(refused())
    if (path.endsWith('/login')) return Promise.resolve(signedIn())
    const answer = Promise.withResolvers<Response>()
    signal.addEventListener('abort', () => answer.reject(signal.reason))
    asked.push({ signal, answer })
    return answer.promise
  })
  vi.stubGlobal('fetch', fetch)
  await signIn({ email: dana.email, password: 'sash window 14' })
  const leaving = [logOut(), logOut()]
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await renew()
  expect(useSession.getState()).toEqual({ state: 'signed-out' })
  // The person is told that they are logged out before anybody signs in, so the device deletes what it holds now, not later.
  expect(await Promise.all(leaving)).toEqual([undefined, undefined])
  await signIn({ email: dana.email, password: 'sash window 14' })
  for (const { signal, answer } of asked) {
    // The browser ignores the answer, and the removal of the cookie in it.
    expect(signal.aborted).toBe(true)
    answer.resolve(new Response(null, { status: 204 }))
  }
  await new Promise((done) => setTimeout(done))
  expect(useSession.getState()).toEqual({ state: 'signed-in', user: dana })
  expect(await accessToken()).toBeTypeOf('string')
})

test('logging out that is answered after somebody has signed in from another page ends nothing', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  const late = Promise.withResolvers<Response>()
  const fetch = vi.fn((path: string, { signal }: { signal: AbortSignal }) => {
    if (!path.endsWith('/logout')) return Promise.resolve(signedIn())
    signal.addEventListener('abort', () => late.reject(signal.reason))
    return late.promise
  })
  vi.stubGlobal('fetch', fetch)
  await signIn({ email: dana.email, password: 'sash window 14' })
  const leaving = logOut()
  await signIn({ email: dana.email, password: 'sash window 14' })
  expect(await leaving).toMatchObject({ status: 0 })
  expect(useSession.getState()).toEqual({ state: 'signed-in', user: dana })
})
