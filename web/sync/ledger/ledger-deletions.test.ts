import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JobCommand } from '#core/job/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { predict } from '#core/prediction/prediction.ts'
import { type Entry, type Queue, withKept } from '#web/sync/outbox/outbox.ts'
import type { SendOutcome } from '#web/sync/outbox/outbox-sender.ts'
import type { OutboxStorage } from '#web/sync/outbox/outbox-storage.ts'
import { contextOf } from './asker-context.ts'
import { dispatch, dispatchDeletion, dispatchOver, dispatchRevisable } from './dispatch.ts'
import type { Asker } from './ledger-state.ts'
import { confirmJob, openLedger, releaseHeld, useLedger } from './ledger-store.ts'
import { shownJob } from './shown-documents.ts'

const sarah: Asker = {
  userId: '0198c000-0000-7000-8000-000000000001',
  userRole: 'admin',
  companyId: '0198c000-0000-7000-8000-00000000000c',
}
const jobId = '0198c000-0000-7000-8000-0000000000a1'
const [tap, bath] = ['0198c000-0000-7000-8000-0000000000b1', '0198c000-0000-7000-8000-0000000000b2']
const deleteTap: JobCommand = { type: 'DeleteTask', data: { jobId, taskId: tap } }
const cycleBath: JobCommand = { type: 'CycleTask', data: { jobId, taskId: bath, from: 'not completed' } }

let stored: Queue = []
const storage: OutboxStorage = {
  keep: async (entries) => {
    stored = withKept(stored, entries)
  },
  read: async () => stored,
  change: async (by) => (stored = by(structuredClone(stored))),
  wipe: async () => undefined,
  watch: () => () => undefined,
}
let sent: string[] = []
/** Whether answers arrive. */
let answers = true
const send = async (entries: readonly Entry[]): Promise<SendOutcome> => {
  sent.push(...entries.map((one) => one.command.type))
  if (!answers) return { failed: 'unreachable' }
  return { results: entries.map(({ commandId }) => ({ commandId, status: 'accepted', seq: 9 }) as const) }
}
let close = () => {}
function open() {
  close()
  close = openLedger(sarah, { storage, sending: { send, alone: (work) => work(), pause: () => 1 } })
  const tasks = [tap, bath].map((taskId) => ({ taskId, description: 'Mend' }))
  const create: JobCommand = {
    type: 'CreateJob',
    data: { jobId, apartmentName: '14 Marlowe Court', createdAt: '2026-11-20', tasks },
  }
  const stamp = { commandId: 'first', happenedAt: '2026-11-20T08:00:00.000Z', seq: 0 }
  const outcome = predict(undefined, create, contextOf(sarah, stamp), stamp)
  if (!isRefusal(outcome)) confirmJob(jobId, outcome.document, 1)
}
const tasksShown = () => shownJob(useLedger.getState(), jobId)?.jobDescriptions.map((one) => one.taskId)
const deleted = () => {
  const deletion = dispatchDeletion(deleteTap)
  if (isRefusal(deletion)) throw new Error(deletion.error)
  return deletion
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T09:00:00.000Z') })
  stored = []
  sent = []
  answers = true
  open()
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

test('a deletion is shown at once, stored on the device and sent after ten seconds', async () => {
  deleted()
  expect(tasksShown()).toEqual([bath])
  await vi.advanceTimersByTimeAsync(9_900)
  expect(stored).toHaveLength(1)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(sent).toEqual(['DeleteTask'])
})

test('undone in time, a deletion leaves no trace; if it is too late for Undo, the user is told', async () => {
  const deletion = deleted()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await deletion.undo()).toBe(true)
  expect(tasksShown()).toEqual([tap, bath])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sent).toEqual([])
  const second = deleted()
  await vi.advanceTimersByTimeAsync(10_100)
  expect(await second.undo()).toBe(false)
  expect(sent).toEqual(['DeleteTask'])
})

test('unrelated changes are sent while a deletion is held, dependent ones after it', async () => {
  deleted()
  dispatch(cycleBath)
  dispatch({ type: 'ChangeWarning', data: { jobId, warning: 'free of charge' } })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual(['CycleTask'])
  await vi.advanceTimersByTimeAsync(9_100)
  expect(sent).toEqual(['CycleTask', 'DeleteTask', 'ChangeWarning'])
})

test('undoing a deletion releases the commands that waited for it', async () => {
  const deletion = deleted()
  dispatch({ type: 'ChangeWarning', data: { jobId, warning: 'no access' } })
  await vi.advanceTimersByTimeAsync(1_000)
  await deletion.undo()
  await vi.advanceTimersByTimeAsync(10)
  expect(sent).toEqual(['ChangeWarning'])
})

test('a held deletion survives a reload and is sent in the next session when it is due', async () => {
  deleted()
  await vi.advanceTimersByTimeAsync(1_000)
  open()
  await vi.advanceTimersByTimeAsync(10)
  expect(tasksShown()).toEqual([bath])
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(9_100)
  expect(sent).toEqual(['DeleteTask'])
})

test('leaving the page sends a held deletion at once', async () => {
  deleted()
  await vi.advanceTimersByTimeAsync(10)
  await releaseHeld()
  await vi.advanceTimersByTimeAsync(10)
  expect(sent).toEqual(['DeleteTask'])
})

test('leaving one tab does not send the deletions that another tab holds', async () => {
  deleted()
  await vi.advanceTimersByTimeAsync(10)
  // Another tab of this browser, with the same queue.
  const other = openLedger(sarah, { storage, sending: { send, alone: (work) => work(), pause: () => 1 } })
  await vi.advanceTimersByTimeAsync(10)
  await releaseHeld()
  await vi.advanceTimersByTimeAsync(10)
  expect(sent).toEqual([])
  other()
})

test('two quick taps are sent as one change, of which the screen shows each step', async () => {
  const shown = () => shownJob(useLedger.getState(), jobId)?.jobDescriptions.find((one) => one.taskId === bath)?.status
  dispatchRevisable(cycleBath)
  expect(shown()).toBe('completed')
  await vi.advanceTimersByTimeAsync(300)
  expect(stored).toHaveLength(1)
  dispatchRevisable({ type: 'CycleTask', data: { jobId, taskId: bath, from: 'completed' } })
  expect(shown()).toBe('to estimate')
  await vi.advanceTimersByTimeAsync(300)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(sent).toEqual(['SetTaskStatus'])
  expect(shown()).toBe('to estimate')
})

test('taps that lead back are not sent at all, and a tap after the pause is a change of its own', async () => {
  for (const from of ['not completed', 'completed', 'to estimate'] as const)
    dispatchRevisable({ type: 'CycleTask', data: { jobId, taskId: bath, from } })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([sent, stored]).toEqual([[], []])
  dispatchRevisable(cycleBath)
  await vi.advanceTimersByTimeAsync(500)
  dispatchRevisable({ type: 'CycleTask', data: { jobId, taskId: bath, from: 'completed' } })
  await vi.advanceTimersByTimeAsync(500)
  expect(sent).toEqual(['CycleTask', 'CycleTask'])
})

test('a tap whose answer was lost is never combined with a later one', async () => {
  answers = false
  dispatchRevisable(cycleBath)
  await vi.advanceTimersByTimeAsync(500)
  expect(sent.length).toBeGreaterThan(0)
  dispatchRevisable({ type: 'CycleTask', data: { jobId, taskId: bath, from: 'completed' } })
  sent = []
  answers = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual(['CycleTask', 'CycleTask'])
})

test('quick taps before a reload or before leaving the page are one change too', async () => {
  const twice = () => {
    dispatchRevisable(cycleBath)
    dispatchRevisable({ type: 'CycleTask', data: { jobId, taskId: bath, from: 'completed' } })
  }
  twice()
  await vi.advanceTimersByTimeAsync(10)
  open()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual(['SetTaskStatus'])
  stored = []
  open()
  twice()
  await vi.advanceTimersByTimeAsync(10)
  await releaseHeld()
  await vi.advanceTimersByTimeAsync(10)
  expect(sent).toEqual(['SetTaskStatus', 'SetTaskStatus'])
})

test('a value says what it replaces, as this device showed it, its own unsent changes included', async () => {
  const visit = (nextVisitHours: 2 | 3): JobCommand => ({
    type: 'SetNextVisit',
    data: { jobId, nextVisitHours, nextVisitPeople: 0 },
  })
  const seen = () =>
    useLedger.getState().queue.map(({ command }) => ('from' in command.data ? command.data.from : undefined))
  dispatch(visit(2))
  dispatch(visit(3))
  expect(seen()).toEqual([
    { nextVisitHours: 0, nextVisitPeople: 0 },
    { nextVisitHours: 2, nextVisitPeople: 0 },
  ])
})

test('a value chosen over somebody else’s says nothing of an older one that this device shows', async () => {
  const command: JobCommand = {
    type: 'SetNextVisit',
    data: { jobId, nextVisitHours: 3, nextVisitPeople: 1, from: { nextVisitHours: 1, nextVisitPeople: 1 } },
  }
  expect(dispatchOver(command)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(0)
  expect(stored.map((one) => one.command)).toEqual([
    { type: 'SetNextVisit', data: { jobId, nextVisitHours: 3, nextVisitPeople: 1 } },
  ])
})
