import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import type { SyncPosition } from '#core/wire/push.ts'
import { CallFailure } from '#web/client/request.ts'
import { openDevice } from '#web/sync/device/device-reads.ts'
import { emptyLedger } from '#web/sync/ledger/ledger-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { jobRead } from '#web/sync/reads/job.ts'
import { listen } from './listen.ts'
import { openQueries } from './open-queries.ts'

/** A server that pushes, and answers some requests for its position only after these failures. */
const server = vi.hoisted(() => ({
  failures: 2,
  asked: [] as unknown[],
  answer: (_: SyncPosition) => {},
  tell: new EventTarget(),
}))
vi.mock('socket.io-client', () => {
  const emitter = { on: () => undefined, off: () => undefined }
  const on = (event: string, hear: () => void) => server.tell.addEventListener(event, hear)
  const emit = (event: string, missed: unknown, answer: (place: SyncPosition) => void) => {
    server.asked.push({ event, missed })
    server.answer = answer
  }
  return { io: () => ({ ...emitter, on, emit, io: emitter, disconnect: () => undefined, connected: true }) }
})
vi.mock('#web/client/call.ts', () => ({
  call: async (path: string) => {
    if (path === paths.calendar) return { bookings: [], seq: 12 }
    if (path !== paths.ledger) return { job: { jobId: path.split('/').at(-1) }, urls: {}, seq: 10 }
    server.failures -= 1
    if (server.failures >= 0) throw new CallFailure(0, 'unreachable')
    return { epoch: 1, seq: 12 }
  },
}))

const queries = openQueries()
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('missed pushes are asked for until that works, also for a job that no screen shows', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  useLedger.setState(emptyLedger, true)
  openDevice({ companyId: 'harrow', userId: 'dana', userRole: 'owner' })
  const stop = listen(queries, 'dana')
  await queries.fetchQuery(jobRead('left'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server.tell.dispatchEvent(new Event('connect'))
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.asked).toEqual([{ event: 'caught-up', missed: { epoch: 1, seq: 10 } }])
  })
  server.answer({ epoch: 1, reached: {} })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(server.asked).toHaveLength(1)
  stop()
})
