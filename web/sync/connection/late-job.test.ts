import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { by, jobAfter, jobId, priya } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { isKept } from '#web/sync/device/device-reads.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { jobRead } from '#web/sync/reads/job.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { openLedgerConnection } from './ledger-connection.ts'
import { openQueries } from './open-queries.ts'

const server = vi.hoisted(() => ({ answer: async (): Promise<object> => ({}) }))
vi.mock('#web/client/call.ts', () => ({ call: () => server.answer() }))

const asOf = (version: number) => ({
  job: { ...jobAfter(by(priya, jobCreated)), version },
  people: {},
  urls: {},
  seq: version,
})
const shown = () => useLedger.getState().jobs[jobId]?.body?.version

let close = () => {}
const queries = openQueries()
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('localStorage', { length: 0 })
  close = openLedgerConnection(queries, { companyId: 'harrow', userId: 'tom', userRole: 'team' }, true)
})
afterEach(() => {
  vi.useRealTimers()
  close()
  queries.clear()
  vi.unstubAllGlobals()
})

test('a job that no screen shows takes the answer that came after its kept one was read', async () => {
  server.answer = async () => asOf(4)
  await queries.fetchQuery(jobRead(jobId))
  await vi.waitFor(async () => expect(await isKept(keys.job(jobId))).toBe(true))
  useLedger.setState({ jobs: {} })
  const { promise, resolve } = Promise.withResolvers<object>()
  server.answer = () => promise
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const read = queries.fetchQuery(jobRead(jobId))
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  await read
  expect(shown()).toBe(4)
  resolve(asOf(9))
  await vi.waitFor(() => expect(shown()).toBe(9))
})
