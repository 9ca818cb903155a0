import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import type { Push, SyncPosition } from '#core/wire/push.ts'
import { openDevice } from '#web/sync/device/device-reads.ts'
import { confirmStale } from '#web/sync/ledger/confirm-pushes.ts'
import { emptyLedger } from '#web/sync/ledger/ledger-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { jobsPageRead } from '#web/sync/reads/jobs.ts'
import { meRead } from '#web/sync/reads/me.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { todosRead } from '#web/sync/reads/todos.ts'
import { applyPush } from './apply-push.ts'
import { listen } from './listen.ts'
import { openQueries } from './open-queries.ts'

const open = { companyId: 'harrow', timeZone: 'Europe/London' }
const closed = { ...open, closing: { closedAt: '2026-11-23T09:00:00.000Z' } }

/** A server that answers reads when it is told to, with the company and the number of its jobs as they were when it was asked. */
const server = vi.hoisted(() => ({
  seq: 10,
  company: {},
  answers: [] as (() => void)[],
  asked: [] as unknown[],
  close: (_: SyncPosition) => {},
  tell: new EventTarget(),
}))
vi.mock('socket.io-client', () => {
  const emitter = { on: () => undefined, off: () => undefined }
  const on = (event: string, hear: (told: unknown) => void) =>
    server.tell.addEventListener(event, (told) => hear(told instanceof CustomEvent && told.detail))
  const emit = (_: string, missed: unknown, answer: (place: SyncPosition) => void) => {
    server.asked.push(missed)
    server.close = answer
  }
  return { io: () => ({ ...emitter, on, emit, io: emitter, disconnect: () => undefined, connected: true }) }
})
vi.mock('#web/client/call.ts', () => ({
  call: async (path: string) => {
    if (path === paths.calendar) return { bookings: [], seq: server.seq }
    if (path === paths.ledger) return { epoch: 1, seq: server.seq }
    const { company, seq } = server
    const todos = [{ id: 'keys', text: `Ring about keys, the ${seq}th time`, completed: false, createdAt: '' }]
    const answer = { company, total: seq, seq, list: { userId: 'dana', todos, lastModified: '' }, jobs: {} }
    await new Promise<void>((resolve) => server.answers.push(resolve))
    return answer
  },
}))

let queries = openQueries()
let leave: (() => void)[] = []
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  useLedger.setState(emptyLedger, true)
  openDevice({ companyId: 'harrow', userId: 'dana', userRole: 'owner' })
  queries = openQueries()
  Object.assign(server, { seq: 10, company: open, answers: [], asked: [], tell: new EventTarget() })
})
afterEach(() => {
  for (const one of leave) one()
  leave = []
  queries.clear()
  vi.unstubAllGlobals()
})

const shown = () => queries.getQueryData<{ company: object }>(keys.me)?.company
const openScreen = () =>
  leave.push(new QueryObserver(queries, { ...meRead, staleTime: 60_000 }).subscribe(() => undefined))
const answerAll = () => {
  for (const answer of server.answers.splice(0)) answer()
}
/** Answers each read of the company until this one is shown. */
const settlesOn = (company: object) =>
  vi.waitFor(() => {
    answerAll()
    expect(queries.isFetching({ queryKey: keys.me })).toBe(0)
    expect(shown()).toEqual(company)
  })
const asked = () => vi.waitFor(() => expect(server.answers).toHaveLength(1))
const change = (company: object) => {
  server.seq += 1
  server.company = company
}
const pushed = (company: object, seq = server.seq): Push =>
  JSON.parse(JSON.stringify({ epoch: 1, reached: {}, projection: 'company', seq, rows: [company], removed: [] }))
const push = (company: object, seq?: number) => applyPush(queries, pushed(company, seq), () => undefined)
const connect = () => {
  leave.push(listen(queries, 'dana'))
  server.tell.dispatchEvent(new CustomEvent('connect'))
  return vi.waitFor(() => expect(server.asked).toHaveLength(1))
}

test.each([
  ['first', false],
  ['later', true],
])('a %s read of the company that a push overtakes does not undo it', async (_, isLater) => {
  openScreen()
  await asked()
  if (isLater) {
    await settlesOn(open)
    void queries.invalidateQueries({ queryKey: keys.me })
    await asked()
  }
  change(closed)
  await push(closed)
  await settlesOn(closed)
})

test('a push from before the company was read does not undo what was read', async () => {
  change(closed)
  openScreen()
  await asked()
  await settlesOn(closed)
  await push(open, 10)
  expect(shown()).toEqual(closed)
  await push(open, 12)
  expect(shown()).toEqual(open)
})

test('the company closed after the page had read it and before it looked at the ledger is shown as closed', async () => {
  openScreen()
  await asked()
  await settlesOn(open)
  change(closed)
  await connect()
  await settlesOn(closed)
})

test('the same while the read is under way', async () => {
  openScreen()
  await asked()
  change(closed)
  await connect()
  await settlesOn(closed)
})

test('a list that is being read while the page looks at the ledger shows what has changed meanwhile', async () => {
  const read = jobsPageRead({ page: 1 })
  leave.push(new QueryObserver(queries, read).subscribe(() => undefined))
  await asked()
  change(open)
  await connect()
  expect(server.asked).toEqual([{ epoch: 1, seq: 11 }])
  await vi.waitFor(() => {
    answerAll()
    expect(queries.isFetching()).toBe(0)
    expect(queries.getQueryData(read.queryKey)).toMatchObject({ seq: 11, total: 11 })
  })
})

test('so does the own to-do list, also where a push overtakes its read', async () => {
  const text = () => useLedger.getState().todos.body?.todos[0]?.text
  const settlesAt = (seq: number) =>
    vi.waitFor(() => {
      answerAll()
      expect(queries.isFetching({ queryKey: keys.todos })).toBe(0)
      expect(text()).toBe(`Ring about keys, the ${seq}th time`)
    })
  leave.push(new QueryObserver(queries, todosRead).subscribe(() => undefined))
  await asked()
  change(open)
  await connect()
  await settlesAt(11)
  void queries.invalidateQueries({ queryKey: keys.todos })
  await asked()
  change(open)
  confirmStale('todo', 12)
  await settlesAt(12)
})

test('a company that has not changed since is read once', async () => {
  openScreen()
  await asked()
  await settlesOn(open)
  await connect()
  await new Promise((resolve) => setTimeout(resolve))
  expect(server.answers).toEqual([])
  await push(closed, 11)
  expect(shown()).toEqual(closed)
  expect(queries.isFetching()).toBe(0)
})
