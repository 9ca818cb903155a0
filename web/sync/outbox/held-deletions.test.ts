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

test('a held deletion is not sent before its time, and then it is', () => {
  const queue = [entry('delete', deleteTap, later)]
  expect(sendable(queue, now)).toEqual([])
  expect(nextDue(queue, now)).toBe(later)
  expect(idsOf(sendable(queue, later))).toEqual(['delete'])
  expect(nextDue(queue, later)).toBeUndefined()
})

test('what has nothing to do with a held deletion goes ahead of it', () => {
  const queue = [
    entry('delete', deleteTap, later),
    entry('cycle', cycleBath),
    entry('elsewhere', warn(other)),
    entry('say', say),
  ]
  expect(idsOf(sendable(queue, now))).toEqual(['cycle', 'elsewhere', 'say'])
})

test('what rests on a held deletion waits for it, and later changes of that job wait behind', () => {
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

test('a deleted comment holds back only what is about that comment', () => {
  const deleteNote: JobCommand = { type: 'DeleteNote', data: { jobId: job, noteId: 'note' } }
  const queue = [entry('delete', deleteNote, later), entry('warn', warn(job)), entry('say', say)]
  expect(idsOf(sendable(queue, now))).toEqual(['warn'])
})

test('a visit that is booked after a booking was deleted waits for that, comments do not', () => {
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

test('nothing but what is done to the same image waits for an image to be deleted', () => {
  const queue = [
    entry('delete', { type: 'DeleteImage', data: { jobId: job, imageId: 'sink' } }, later),
    entry('warn', { type: 'ChangeWarning', data: { jobId: job, warning: 'no access' } }),
    entry('describe', { type: 'DescribeImage', data: { jobId: job, imageId: 'tap', description: 'Tap' } }),
    entry('describe-it', { type: 'DescribeImage', data: { jobId: job, imageId: 'sink', description: 'Sink' } }),
  ]
  expect(idsOf(sendable(queue, now))).toEqual(['warn', 'describe'])
})

test('only what is held can be taken back', () => {
  const queue = [entry('delete', deleteTap, later), entry('cycle', cycleBath)]
  expect(idsOf(withdrawn(queue, 'delete', now))).toEqual(['cycle'])
  expect(withdrawn(queue, 'delete', later)).toEqual(queue)
  expect(withdrawn(queue, 'cycle', now)).toEqual(queue)
  expect(withdrawn([{ ...entry('delete', deleteTap, later), state: 'accepted' }], 'delete', now)).toHaveLength(1)
})

test('leaving the page ends every waiting, and so does a clock that is set back', () => {
  const held = entry('delete', deleteTap, later)
  expect(idsOf(sendable(released([held]), now))).toEqual(['delete'])
  expect(isHeld(held, now - 60_000)).toBe(false)
})
