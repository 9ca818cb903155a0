import { afterEach, expect, test } from 'vitest'
import type { Job } from '#core/job/job.ts'
import { aDisk, aServer, created, cycle, jobId, sarah } from '#test/core/one-job-device.ts'
import { type Entry, sharing } from '#web/sync/outbox/outbox.ts'
import { confirmPush } from './confirm-pushes.ts'
import { dispatch } from './dispatch.ts'
import { confirmJob, openLedger, useLedger } from './ledger-store.ts'
import { shownJob } from './shown-documents.ts'

let close = () => {}
afterEach(() => close())

/** A device that has read a job of several tasks; nothing it gives is answered. */
function aDevice() {
  const server = aServer()
  const send = () => new Promise<never>(() => {})
  close = openLedger(sarah, { storage: aDisk().storage, sending: { send, alone: (work) => work(), pause: () => 1 } })
  server.take({ commandId: 'first', command: created, happenedAt: '2026-11-20T08:00:00.000Z' })
  const { job, seq } = server.now()
  confirmJob(jobId, job, seq)
  return { server, seq }
}
function shown(): Job {
  const job = shownJob(useLedger.getState(), jobId)
  if (!job) throw new Error('The job is not shown')
  return job
}
/** What a server answers is parsed anew each time. */
const parsed = <T>(value: T): T => structuredClone(value)

test('a tick changes its task and leaves every other part of the job as it was', () => {
  aDevice()
  const before = shown()
  dispatch(cycle(before, 0))
  const after = shown()
  expect(after.jobDescriptions[0]).not.toBe(before.jobDescriptions[0])
  expect(after.jobDescriptions.slice(1).every((one, nth) => one === before.jobDescriptions[nth + 1])).toBe(true)
  expect(after.jobDescriptions.length).toBeGreaterThan(1)
  for (const part of ['extraNotes', 'images', 'assignedTo', 'office'] as const) expect(after[part]).toBe(before[part])
})

test('a push and a read keep the identity of all that they do not change', () => {
  const { server, seq } = aDevice()
  const before = shown()
  const { job } = server.now()
  confirmPush('job', seq + 1, job ? [parsed(job)] : [], [])
  expect(shown()).toBe(before)
  if (job) confirmPush('job', seq + 2, [{ ...parsed(job), warning: 'no access', version: job.version + 1 }], [])
  expect(shown().warning).toBe('no access')
  expect(shown().jobDescriptions).toBe(before.jobDescriptions)
  confirmJob(jobId, parsed(job), seq + 3)
  expect(shown().jobDescriptions).toBe(before.jobDescriptions)
})

test('a queue that is read again has the same commands where nothing has become of them', () => {
  const entry = (commandId: string): Entry => ({
    ...{ commandId, command: created, events: [], state: 'waiting' },
    happenedAt: '2026-11-20T08:00:00.000Z',
  })
  const before = [entry('1'), entry('2'), entry('3')]
  expect(sharing(before, parsed(before))).toBe(before)
  const [, second, third] = parsed(before)
  if (!second || !third) throw new Error('The queue lacks commands')
  const now = sharing(before, [{ ...second, state: 'accepted', seq: 4 }, third])
  expect(now[0]).toEqual({ ...second, state: 'accepted', seq: 4 })
  expect(now[0]?.command).toBe(before[1]?.command)
  expect(now[1]).toBe(before[2])
})
