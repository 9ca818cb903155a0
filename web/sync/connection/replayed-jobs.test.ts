import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import type { Push } from '#core/wire/push.ts'
import { isKept, openDevice } from '#web/sync/device/device-reads.ts'
import { emptyLedger } from '#web/sync/ledger/ledger-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { comingVisitsRead } from '#web/sync/reads/calendar.ts'
import { jobRead } from '#web/sync/reads/job.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { listen } from './listen.ts'
import { openQueries } from './open-queries.ts'

/** What the server has, and a socket on which it tells of changes. */
const server = vi.hoisted(() => ({
  seq: 10,
  tell: new EventTarget(),
  /** The path of the next read that is answered as it was before the replay. */
  lateFor: '',
}))
vi.mock('socket.io-client', () => {
  const emitter = { on: () => undefined, off: () => undefined }
  const on = (event: string, hear: (given: unknown) => void) =>
    server.tell.addEventListener(event, (told) => hear(told instanceof CustomEvent ? told.detail : undefined))
  return { io: () => ({ ...emitter, on, io: emitter, disconnect: () => undefined, connected: true }) }
})
vi.mock('#web/client/call.ts', () => ({
  call: async (path: string) => {
    if (path === paths.calendar) return { bookings: [{ jobId: 'visited', assignedTo: ['dana'] }], seq: server.seq }
    const isLate = path === server.lateFor
    if (isLate) server.lateFor = ''
    return { job: { jobId: path.split('/').at(-1) }, urls: {}, seq: isLate ? 10 : server.seq }
  },
}))

/** In milliseconds, on machines that do other work too. */
const patience = { timeout: 60_000 }

let stop: () => void = () => undefined
const queries = openQueries()
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  server.seq = 10
  server.tell = new EventTarget()
  useLedger.setState(emptyLedger, true)
  openDevice({ companyId: 'harrow', userId: 'dana', userRole: 'owner' })
  stop = listen(queries, 'dana')
})
afterEach(() => {
  stop()
  queries.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const tell = (detail: Push) => server.tell.dispatchEvent(new CustomEvent('changed', { detail }))
const tellOfReplay = () => {
  server.seq = 12
  tell({ epoch: 1, reached: {}, projection: 'job', seq: 12, rows: [], removed: [], stale: true })
}
const seqs = () => Object.fromEntries(Object.entries(useLedger.getState().jobs).map(([jobId, { seq }]) => [jobId, seq]))

test('after a replay no job stays as it was before, and the coming visits are on the device again', {
  timeout: 180_000,
}, async () => {
  for (const jobId of ['visited', 'left']) await queries.fetchQuery(jobRead(jobId))
  const close = new QueryObserver(queries, jobRead('shown')).subscribe(() => undefined)
  await vi.waitFor(async () => expect(await isKept(keys.job('shown'))).toBe(true), patience)
  expect(seqs()).toEqual({ visited: 10, left: 10, shown: 10 })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  tellOfReplay()
  expect(seqs()).toEqual({ shown: 10 })
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(500)
    expect(seqs()).toEqual({ visited: 12, shown: 12 })
  }, patience)
  await vi.waitFor(async () => expect(await isKept(keys.job('visited'))).toBe(true), patience)
  expect(await isKept(keys.job('left'))).toBe(false)
  close()
})

test('a job whose answer left the server before a replay is read again', async () => {
  tellOfReplay()
  server.lateFor = '/api/jobs/visited'
  await queries.fetchQuery(jobRead('visited'))
  expect(seqs()).toMatchObject({ visited: 12 })
})

test('a visit that the office books while Fettle is open is on the device with its job', {
  timeout: 180_000,
}, async () => {
  await queries.fetchQuery(comingVisitsRead(Date.now()))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const at = (hours: number) => new Date(Date.now() + hours * 60 * 60_000).toISOString()
  const booked = { jobId: 'booked', jobRef: '00002', assignedTo: ['dana'], jobStart: at(1), jobEnd: at(2) }
  const others = { ...booked, jobId: 'of others', assignedTo: ['tom'] }
  tell({ epoch: 1, reached: {}, projection: 'calendar', seq: 11, rows: [booked, others], removed: [] })
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(500)
    expect(await isKept(keys.job('booked'))).toBe(true)
  }, patience)
  expect(await isKept(keys.job('of others'))).toBe(false)
})
