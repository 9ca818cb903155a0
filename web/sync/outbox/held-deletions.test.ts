import { expect, test } from 'vitest'
import type { JobCommand } from '#core/job/messages.ts'
import { heldFor, isHeld, nextDue, released, sendable, withdrawn } from './held-deletions.ts'
import type { Entry } from './outbox.ts'

const now = Date.parse('2026-11-20T09:00:00.000Z')
const later = now + heldFor
const entry = (commandId: string, command: JobCommand, notBefore?: number): Entry => ({
  commandId,
  happenedAt: new Date(now).toISOString(),
  command,
  events: [],
  state: 'waiting',
  ...(notBefore === undefined ? {} : { notBefore }),
})
const [job, other] = ['job', 'other']
const deleteTap: JobCommand = { type: 'DeleteTask', data: { jobId: job, taskId: 'tap' } }
const cycleBath: JobCommand = { type: 'CycleTask', data: { jobId: job, taskId: 'bath', from: 'not completed' } }
const warn = (jobId: string): JobCommand => ({ type: 'ChangeWarning', data: { jobId, warning: 'no access' } })
const say: JobCommand = { type: 'AddNote', data: { jobId: job, noteId: 'note', note: 'No answer' } }
const idsOf = (queue: readonly Entry[]) => queue.map((one) => one.commandId)

test('a held deletion is sent when it is due, and not before', () => {
  const queue = [entry('delete', deleteTap, later)]
  expect(sendable(queue, now)).toEqual([])
  expect(nextDue(queue, now)).toBe(later)
  expect(idsOf(sendable(queue, later))).toEqual(['delete'])
  expect(nextDue(queue, later)).toBeUndefined()
})

test('unrelated commands overtake a held deletion', () => {
  const queue = [
    entry('delete', deleteTap, later),
    entry('cycle', cycleBath),
    entry('elsewhere', warn(other)),
    entry('say', say),
  ]
  expect(idsOf(sendable(queue, now))).toEqual(['cycle', 'elsewhere', 'say'])
})

test('dependent commands wait for a held deletion, and later changes to that job wait behind them', () => {
  const again: JobCommand = { type: 'AddTask', data: { jobId: job, taskId: 'tap', description: 'Tap' } }
  for (const rests of [warn(job), again]) {
    const queue = [
      entry('delete', deleteTap, later),
      entry('before', cycleBath),
      entry('rests', rests),
      entry('behind', say),
      entry('elsewhere', warn(other)),
    ]
    expect(idsOf(sendable(queue, now))).toEqual(['before', 'elsewhere'])
    expect(idsOf(sendable(queue, later))).toEqual(idsOf(queue))
  }
})

test('a deleted comment holds back only commands about that comment', () => {
  const deleteNote: JobCommand = { type: 'DeleteNote', data: { jobId: job, noteId: 'note' } }
  const queue = [entry('delete', deleteNote, later), entry('warn', warn(job)), entry('say', say)]
  expect(idsOf(sendable(queue, now))).toEqual(['warn'])
})

test('booking a visit after deleting a booking waits for the deletion, comments do not', () => {
  const times = { jobStart: '2026-11-20T09:00:00.000Z', jobEnd: '2026-11-20T11:00:00.000Z' }
  const book: JobCommand = {
    type: 'ScheduleJob',
    data: { jobId: job, jobBookingId: 'visit', ...times, access: '', assignedTo: [] },
  }
  const queue = [
    entry('delete', { type: 'DeleteBooking', data: { jobId: job } }, later),
    entry('say', say),
    entry('book', book),
  ]
  expect(idsOf(sendable(queue, now))).toEqual(['say'])
})

test('only commands for the same image wait for its deletion', () => {
  const queue = [
    entry('delete', { type: 'DeleteImage', data: { jobId: job, imageId: 'sink' } }, later),
    entry('warn', { type: 'ChangeWarning', data: { jobId: job, warning: 'no access' } }),
    entry('describe', { type: 'DescribeImage', data: { jobId: job, imageId: 'tap', description: 'Tap' } }),
    entry('describe-it', { type: 'DescribeImage', data: { jobId: job, imageId: 'sink', description: 'Sink' } }),
  ]
  expect(idsOf(sendable(queue, now))).toEqual(['warn', 'describe'])
})

test('later changes to a job wait behind its stuck command; other jobs go ahead', () => {
  const queue = [entry('before', say), { ...entry('stuck', cycleBath), state: 'stuck' } as const, entry('behind', say)]
  expect(idsOf(sendable([...queue, entry('elsewhere', warn(other))], now))).toEqual(['before', 'elsewhere'])
})

test('only a held command can be undone', () => {
  const queue = [entry('delete', deleteTap, later), entry('cycle', cycleBath)]
  expect(idsOf(withdrawn(queue, 'delete', now))).toEqual(['cycle'])
  expect(withdrawn(queue, 'delete', later)).toEqual(queue)
  expect(withdrawn(queue, 'cycle', now)).toEqual(queue)
  expect(withdrawn([{ ...entry('delete', deleteTap, later), state: 'accepted' }], 'delete', now)).toHaveLength(1)
})

test('leaving the page releases every held command, and so does a clock that is set back', () => {
  const held = entry('delete', deleteTap, later)
  expect(idsOf(sendable(released([held]), now))).toEqual(['delete'])
  expect(isHeld(held, now - 60_000)).toBe(false)
})
