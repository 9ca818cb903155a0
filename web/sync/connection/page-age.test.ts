import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '#web/sync/device/device-reads.ts'
import { listen } from './listen.ts'
import { openQueries } from './open-queries.ts'

const minutes = 60_000
const socket = vi.hoisted(() => ({ auth: (_: (credentials: { age: number }) => void) => {} }))
vi.mock('socket.io-client', () => {
  const emitter = { on: () => undefined, off: () => undefined }
  const io = ({ auth }: typeof socket) => {
    socket.auth = auth
    return { ...emitter, io: emitter, disconnect: () => undefined }
  }
  return { io }
})
vi.mock('#web/client/session.ts', async (actual) => ({ ...(await actual()), accessToken: async () => 'token' }))

let stop = () => {}
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  openDevice({ companyId: 'harrow', userId: 'dana', userRole: 'owner' })
  stop = listen(openQueries(), 'dana')
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const told = async () => (await new Promise(socket.auth)).age

test('each connection tells how long ago its page was opened, so that rows of before a replay since are read again', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(3 * minutes)
  expect(await told()).toBeGreaterThanOrEqual(3 * minutes)
  vi.spyOn(performance, 'now').mockReturnValue(20 * minutes)
  expect(await told()).toBeGreaterThanOrEqual(20 * minutes)
})

test('neither a computer that slept nor a clock that was set back makes a page younger', async () => {
  const opened = performance.timeOrigin
  vi.spyOn(performance, 'now').mockReturnValue(2 * minutes)
  vi.spyOn(Date, 'now').mockReturnValue(opened + 600 * minutes)
  expect(await told()).toBeGreaterThanOrEqual(600 * minutes)
  vi.spyOn(Date, 'now').mockReturnValue(opened - 600 * minutes)
  expect(await told()).toBe(2 * minutes)
})
