import { expect, test } from 'vitest'
import type { Change } from '#core/history/changes.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import type { Task } from '#core/job/job.ts'
import { taskCompletionTimes } from './task-completion-times.ts'

const entry = (happenedAt: string, ...changes: Change[]): HistoryEntry => ({
  seq: 1,
  version: 1,
  type: 'TaskCompleted',
  actorRole: 'team',
  happenedAt,
  recordedAt: happenedAt,
  clock: 'device',
  commandId: 'c',
  ordinal: 0,
  sentence: '',
  changes,
})
const task = (taskId: string, description: string, status: Task['status'] = 'completed'): Task => ({
  taskId,
  description,
  status,
  ready: false,
})
const [first, second, third] = ['2026-11-18T09:00:00.000Z', '2026-11-19T09:00:00.000Z', '2026-11-20T09:00:00.000Z']
const completed = (of: string): Change => ({ field: 'status', of, from: 'not completed', to: 'completed' })

test('a task is done at its last completion, even if its description has changed since', () => {
  const entries = [
    entry(third, { field: 'description', of: 'Tap', from: 'Tap', to: 'Kitchen tap' }),
    entry(second, completed('Tap')),
    entry(first, completed('Tap')),
  ]
  expect(taskCompletionTimes([task('a', 'Kitchen tap')], entries)).toEqual(new Map([['a', second]]))
})

test('a reopened task has no time, and neither have two tasks with the same description', () => {
  const reopened = entry(second, { field: 'status', of: 'Tap', from: 'completed', to: 'to estimate' })
  expect(taskCompletionTimes([task('a', 'Tap', 'to estimate')], [reopened, entry(first, completed('Tap'))]).size).toBe(
    0,
  )
  expect(taskCompletionTimes([task('a', 'Bath'), task('b', 'Bath')], [entry(first, completed('Bath'))]).size).toBe(0)
})

test('a task created as completed is done when the job was created', () => {
  const made = entry(first, { field: 'status', of: 'Tap', to: 'completed' })
  expect(taskCompletionTimes([task('a', 'Tap')], [made])).toEqual(new Map([['a', first]]))
})
