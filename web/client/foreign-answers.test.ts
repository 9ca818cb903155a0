import { UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const user = {
  userId: '0198c0de-0000-7000-8000-000000000001',
  username: 'dana.whitfield',
  email: 'dana@harrowpike.co.uk',
  userRole: 'owner',
  companyId: '0198c0de-0000-7000-8000-0000000000c1',
}
const token = () => new UnsecuredJWT({ sub: user.userId }).setIssuedAt().setExpirationTime('10m').encode()
const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetch.mockReset()
})

/** Opens a tab in which Dana is signed in. */
async function openTab() {
  vi.resetModules()
  const tab = await import('./session.ts')
  fetch.mockResolvedValueOnce(Response.json({ token: token(), user }))
  await tab.checkSession()
  return tab
}

test('a page of a proxy or a firewall signs nobody out, and the session is renewed later', async () => {
  const tab = await openTab()
  for (const status of [401, 403]) {
    fetch.mockResolvedValueOnce(new Response('<h1>Blocked</h1>', { status }))
    await tab.renew()
    expect(tab.useSession.getState().state).toBe('signed-in')
  }
  fetch.mockResolvedValueOnce(Response.json({ token: token(), user }))
  const asked = fetch.mock.calls.length
  await vi.advanceTimersByTimeAsync(15_000)
  expect(fetch.mock.calls.length).toBe(asked + 1)
  fetch.mockResolvedValueOnce(Response.json({ error: 'No user logged in', code: 'not-signed-in' }, { status: 401 }))
  await tab.renew()
  expect(tab.useSession.getState().state).toBe('signed-out')
})

test('logging out is not done if a proxy or a firewall answers for the server', async () => {
  const tab = await openTab()
  fetch.mockResolvedValueOnce(new Response('<h1>Blocked</h1>', { status: 401 }))
  expect((await tab.logOut())?.isForeign).toBe(true)
  expect(tab.useSession.getState().state).toBe('signed-in')
})
