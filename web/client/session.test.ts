import { UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '#core/wire/account/session.ts'

const dana: SessionUser = {
  userId: '0198c0de-0000-7000-8000-000000000001',
  username: 'dana.whitfield',
  email: 'dana@harrowpike.co.uk',
  userRole: 'owner',
  companyId: '0198c0de-0000-7000-8000-0000000000c1',
}
const tom: SessionUser = {
  ...dana,
  userId: '0198c0de-0000-7000-8000-000000000002',
  username: 'tom.okafor',
  userRole: 'team',
}

const minutes = 60_000
const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
const reload = vi.fn()

/** Opens a new tab: the session lives in its module. */
async function openTab() {
  vi.resetModules()
  return import('./session.ts')
}

const signedInAs = (user: SessionUser, seconds = 600) =>
  Response.json({
    token: new UnsecuredJWT({ sub: user.userId }).setIssuedAt().setExpirationTime(`${seconds}s`).encode(),
    user,
  })
/** What the browser keeps between the visits of one test. */
function memoryStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const refused = () => Response.json({ error: 'No user logged in', code: 'not-signed-in' }, { status: 401 })

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('localStorage', memoryStorage())
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
  vi.restoreAllMocks()
  fetch.mockReset()
  reload.mockReset()
})

test('a refresh cookie signs in without a password; without a cookie nobody is signed in', async () => {
  const tab = await openTab()
  fetch.mockResolvedValueOnce(signedInAs(dana)).mockResolvedValueOnce(refused())
  await tab.checkSession()
  expect(tab.useSession.getState()).toEqual({ state: 'signed-in', user: dana })
  await tab.checkSession()
  expect(tab.useSession.getState()).toEqual({ state: 'signed-out' })
  expect(await tab.accessToken()).toBeUndefined()
})

test('a failed session check is reported and can be retried', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const tab = await openTab()
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(signedInAs(dana))
  await tab.checkSession()
  expect(tab.useSession.getState()).toEqual({ state: 'failed', error: 'Failed to verify user token' })
  expect(logged).toHaveBeenCalledWith('Failed to verify user token', expect.anything())
  await tab.checkSession()
  expect(tab.useSession.getState().state).toBe('signed-in')
})

test('without a network the person who last signed in here is signed in, until the server says otherwise', async () => {
  const first = await openTab()
  fetch.mockResolvedValueOnce(signedInAs(dana))
  await first.signIn({ email: dana.email, password: 'sash window 14' })

  const later = await openTab()
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await later.checkSession()
  expect(later.useSession.getState()).toEqual({ state: 'signed-in', user: dana })
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await later.accessToken()).toBeUndefined()

  fetch.mockResolvedValueOnce(refused())
  await later.renew()
  expect(later.useSession.getState()).toEqual({ state: 'signed-out' })
  const last = await openTab()
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  vi.spyOn(console, 'error').mockReturnValue()
  await last.checkSession()
  expect(last.useSession.getState().state).toBe('failed')
})

test('a short-lived token is renewed halfway through, a long-lived one five minutes before it expires', async () => {
  for (const [life, renewedAfter] of [
    [4, 2],
    [60, 55],
  ] as const) {
    const tab = await openTab()
    fetch.mockReset().mockImplementation(async () => signedInAs(dana, life * 60))
    await tab.signIn({ email: dana.email, password: 'sash window 14' })
    await vi.advanceTimersByTimeAsync(renewedAfter * minutes - 1000)
    expect(fetch).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(fetch.mock.lastCall?.[0]).toBe('/api/auth/refresh')
    vi.clearAllTimers()
  }
})

test('concurrent requests for a token renew it once', async () => {
  const tab = await openTab()
  fetch.mockImplementation(async () => signedInAs(dana))
  const tokens = await Promise.all([tab.accessToken(), tab.accessToken(), tab.accessToken()])
  expect(new Set(tokens).size).toBe(1)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('two tabs renew one after the other, since each renewal uses up the cookie', async () => {
  const tabs = [await openTab(), await openTab()]
  let underway = 0
  let most = 0
  fetch.mockImplementation(async () => {
    underway += 1
    most = Math.max(most, underway)
    await Promise.resolve()
    underway -= 1
    return signedInAs(dana)
  })
  await Promise.all(tabs.map((tab) => tab.renew()))
  expect(fetch).toHaveBeenCalledTimes(2)
  expect(most).toBe(1)
})

test('losing the network does not sign out, a refusal does', async () => {
  const tab = await openTab()
  fetch.mockResolvedValueOnce(signedInAs(dana))
  await tab.checkSession()
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await tab.renew()
  expect(tab.useSession.getState().state).toBe('signed-in')
  fetch.mockResolvedValueOnce(refused())
  await tab.renew()
  expect(tab.useSession.getState().state).toBe('signed-out')
})

/** A fetch that never gets an answer, until it is given up. */
const hanging = (_path: string, { signal }: RequestInit) =>
  new Promise<Response>((_, give) => signal?.addEventListener('abort', () => give(signal.reason)))
/** Timeouts that pass when the test says so. */
function stoppedTimeouts() {
  const timeouts: { milliseconds: number; pass(): void }[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    const pass = () => controller.abort(new DOMException('Timed out', 'TimeoutError'))
    timeouts.push({ milliseconds, pass })
    return controller.signal
  })
  return timeouts
}

test('a renewal without an answer in ten seconds is tried again later and signs nobody out', async () => {
  const tab = await openTab()
  fetch.mockResolvedValueOnce(signedInAs(dana))
  await tab.checkSession()
  const timeouts = stoppedTimeouts()
  fetch.mockReset().mockImplementationOnce(hanging)
  const renewing = tab.renew()
  await vi.waitUntil(() => fetch.mock.calls.length === 1)
  for (const { milliseconds, pass } of timeouts) {
    expect(milliseconds).toBe(10_000)
    pass()
  }
  await renewing
  expect(tab.useSession.getState()).toEqual({ state: 'signed-in', user: dana })
  fetch.mockResolvedValueOnce(signedInAs(dana))
  await vi.advanceTimersByTimeAsync(15_000)
  await vi.waitUntil(() => fetch.mock.calls.length === 2)
})

test('a frozen tab that keeps its lock holds up another for ten seconds and no longer', async () => {
  const tab = await openTab()
  const frozen = Promise.withResolvers<void>()
  const held = navigator.locks.request('fettle.session', () => frozen.promise)
  const timeouts = stoppedTimeouts()
  fetch.mockResolvedValueOnce(signedInAs(dana))
  const checked = tab.checkSession()
  await vi.waitUntil(() => timeouts.length === 1)
  expect(fetch).not.toHaveBeenCalled()
  expect(timeouts[0]?.milliseconds).toBe(10_000)
  timeouts[0]?.pass()
  await checked
  expect(tab.useSession.getState().state).toBe('signed-in')
  frozen.resolve()
  await held
})

test('a wrong password returns the server’s error and signs nobody in', async () => {
  const tab = await openTab()
  const error = 'Authentication failed! The email or the password is wrong.'
  fetch.mockResolvedValueOnce(Response.json({ error, code: 'authentication-failed' }, { status: 401 }))
  const failure = await tab.signIn({ email: dana.email, password: 'wrong' })
  expect(failure).toMatchObject({ message: error, status: 401 })
  expect(tab.useSession.getState().state).toBe('checking')
})

test('logging out without the server keeps the session, since the cookie would restore it', async () => {
  const tab = await openTab()
  fetch.mockResolvedValueOnce(signedInAs(dana))
  await tab.checkSession()
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await tab.logOut()).toMatchObject({ status: 0 })
  expect(tab.useSession.getState().state).toBe('signed-in')
  fetch.mockResolvedValueOnce(new Response(null, { status: 204 }))
  expect(await tab.logOut()).toBeUndefined()
  expect(tab.useSession.getState().state).toBe('signed-out')
})

test('logging out during a token renewal signs out here and in the other tabs', async () => {
  const channels: { onmessage?: (message: { data: object }) => void }[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage?: (message: { data: object }) => void
      constructor() {
        channels.push(this)
      }
      postMessage(data: object) {
        for (const one of channels) if (one !== this) one.onmessage?.({ data })
      }
    },
  )
  const tabs = [await openTab(), await openTab()]
  fetch.mockImplementation(async () => signedInAs(dana))
  for (const tab of tabs) await tab.checkSession()
  const renewals = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  let requests = 0
  fetch.mockImplementation(async (path) => {
    if (path === '/api/auth/logout') return new Response(null, { status: 204 })
    return renewals[requests++]?.promise ?? refused()
  })
  const underway = tabs.map((tab) => tab.renew())
  await vi.waitFor(() => expect(requests).toBeGreaterThan(0))
  await tabs[0]?.logOut()
  for (const one of renewals) one.resolve(signedInAs(dana))
  await Promise.all(underway)
  for (const tab of tabs) {
    expect(tab.useSession.getState()).toEqual({ state: 'signed-out' })
    expect(await tab.accessToken()).toBeUndefined()
  }
  // The next person to sign in, in one tab, is signed in in the other tab too.
  fetch.mockImplementation(async () => signedInAs(tom))
  await tabs[0]?.signIn({ email: tom.email, password: 'sash window 14' })
  await vi.waitFor(() => expect(tabs[1]?.useSession.getState()).toEqual({ state: 'signed-in', user: tom }))
  expect(reload).not.toHaveBeenCalled()
  // What was meant to be sent as the one who left is not sent as the one who came.
  expect(await tabs[1]?.accessToken(dana.userId)).toBeUndefined()
  expect(await tabs[1]?.accessToken(tom.userId)).toBeTypeOf('string')
})

test('when another user signs in from another tab, the page reloads', async () => {
  const tab = await openTab()
  fetch.mockResolvedValueOnce(signedInAs(dana)).mockResolvedValueOnce(signedInAs(tom))
  await tab.checkSession()
  await tab.renew()
  expect(reload).toHaveBeenCalledOnce()
  expect(tab.useSession.getState()).toEqual({ state: 'signed-in', user: dana })
})

test('a page that opens as somebody who signed in before the last one reloads once, and then as the last', async () => {
  localStorage.setItem('fettle.user', JSON.stringify(dana))
  fetch.mockImplementation(async () => signedInAs(tom))
  const tab = await openTab()
  await tab.checkSession()
  expect(reload).toHaveBeenCalledOnce()
  const reloaded = await openTab()
  await reloaded.checkSession()
  expect(reload).toHaveBeenCalledOnce()
  expect(reloaded.useSession.getState()).toEqual({ state: 'signed-in', user: tom })
})
