import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '#web/client/session.ts'

const kept = new Map<string, string>()
const signIn = (userId: string) =>
  useSession.setState({
    state: 'signed-in',
    user: { userId, username: 'tom', email: 't@example.com', userRole: 'team', companyId: 'harrow' },
  })
/** The calls as a page has them that was just loaded. */
async function loaded() {
  vi.resetModules()
  const calls = await import('./calls.ts')
  const session = await import('#web/client/session.ts')
  session.useSession.setState(useSession.getState(), true)
  return calls
}

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.useFakeTimers({ now: Date.parse('2026-11-20T10:41:00.000Z'), toFake: ['Date'] })
  signIn('tom')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a call is still known after the phone has ended the page meanwhile, for two hours', async () => {
  const before = await loaded()
  before.noteCall('job')
  vi.setSystemTime('2026-11-20T10:51:00.000Z')
  before.noteCall('other')
  const { lastCall } = await loaded()
  expect([lastCall('job'), lastCall('other'), lastCall('third')]).toEqual([
    '2026-11-20T10:41:00.000Z',
    '2026-11-20T10:51:00.000Z',
    undefined,
  ])
  vi.setSystemTime('2026-11-20T12:45:00.000Z')
  expect([lastCall('job'), lastCall('other')]).toEqual([undefined, '2026-11-20T10:51:00.000Z'])
})

test('a call is nobody else’s, and goes when its person logs out', async () => {
  const { noteCall } = await loaded()
  noteCall('job')
  signIn('ruth')
  expect((await loaded()).lastCall('job')).toBeUndefined()
  signIn('tom')
  const { lastCall, forgetCalls } = await loaded()
  expect(lastCall('job')).toBe('2026-11-20T10:41:00.000Z')
  await forgetCalls()
  expect(lastCall('job')).toBeUndefined()
  expect(kept.size).toBe(0)
})
