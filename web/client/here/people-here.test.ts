import { UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GoneCode } from '#core/wire/account/gone-codes.ts'
import type { SessionUser } from '#core/wire/account/session.ts'
import { addPersonHere, peopleHere } from './people-here.ts'

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

const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()

/** Opens a new tab: the session lives in its module. */
async function openTab() {
  vi.resetModules()
  return import('#web/client/session.ts')
}

const signedInAs = (user: SessionUser, { seconds = 600, goneToken }: { seconds?: number; goneToken?: string } = {}) =>
  Response.json({
    token: new UnsecuredJWT({ sub: user.userId }).setIssuedAt().setExpirationTime(`${seconds}s`).encode(),
    user,
    goneToken,
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
})

const endedBy = (code: GoneCode) => Response.json({ error: 'Gone.', code }, { status: 401 })

test('of a removed person only the name is remembered, and that they were removed is forgotten once they are back', async () => {
  const tab = await openTab()
  const { userId, companyId, username } = tom
  fetch.mockResolvedValueOnce(signedInAs(tom)).mockResolvedValueOnce(endedBy('account-removed'))
  await tab.checkSession()
  expect(peopleHere()).toEqual([{ userId, companyId, username }])
  await tab.renew()
  expect(tab.useSession.getState()).toEqual({ state: 'signed-out' })
  expect(peopleHere()).toEqual([{ userId, companyId, username, gone: 'account-removed' }])
  fetch.mockResolvedValueOnce(signedInAs(tom))
  await tab.signIn({ email: tom.email, password: 'tannery wharf 31' })
  expect(peopleHere()).toEqual([{ userId, companyId, username }])
})

test('the token with which the device can ask whether a person is gone stays with them until it is known', async () => {
  const tab = await openTab()
  const { userId, companyId, username } = tom
  fetch.mockResolvedValueOnce(signedInAs(tom, { goneToken: 'of tom' })).mockResolvedValueOnce(refused())
  await tab.checkSession()
  await tab.renew()
  expect(peopleHere()).toEqual([{ userId, companyId, username, goneToken: 'of tom' }])
  addPersonHere({ ...tom, goneToken: 'of tom', gone: 'account-erased' })
  expect(peopleHere()).toEqual([{ userId, companyId, username, gone: 'account-erased' }])
})

test('the reason why somebody is gone is remembered', async () => {
  for (const code of ['account-closed', 'account-erased'] as const) {
    const tab = await openTab()
    fetch.mockResolvedValueOnce(signedInAs(tom)).mockResolvedValueOnce(endedBy(code))
    await tab.checkSession()
    await tab.renew()
    expect(peopleHere().map(({ username, gone }) => [username, gone])).toEqual([['tom.okafor', code]])
  }
})

test('a person whose session ends is remembered, as their unsent work may be here; a person who logs out is not', async () => {
  const tab = await openTab()
  fetch.mockResolvedValueOnce(signedInAs(dana)).mockResolvedValueOnce(refused())
  await tab.checkSession()
  await tab.renew()
  expect(peopleHere().map((one) => one.username)).toEqual(['dana.whitfield'])
  fetch.mockResolvedValueOnce(signedInAs(tom)).mockResolvedValueOnce(new Response(null, { status: 204 }))
  await tab.signIn({ email: tom.email, password: 'tannery wharf 31' })
  await tab.logOut()
  expect(peopleHere().map((one) => one.username)).toEqual(['dana.whitfield'])
})

test('a change of role says what it was, however long ago it was made', async () => {
  const tab = await openTab()
  fetch.mockResolvedValueOnce(signedInAs(tom)).mockResolvedValueOnce(signedInAs({ ...tom, userRole: 'admin' }))
  await tab.checkSession()
  await tab.renew()
  expect(tab.useSession.getState()).toMatchObject({ user: { userRole: 'admin' }, formerRole: 'team' })
})
