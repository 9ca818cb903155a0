import { UnsecuredJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '#core/wire/account/session.ts'
import { accessToken, checkSession, signIn, useSession } from './session.ts'

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
