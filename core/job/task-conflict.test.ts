import { expect, test } from 'vitest'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { by, idOf, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { bath, completed, jobWithTwoTasks, ready, tap, toEstimate } from '#test/core/job-events.ts'
import { lastTaskChange } from './task-conflict.ts'

const events = [
  jobWithTwoTasks,
  by(tom, completed(bath)),
  by(priya, completed(tap)),
  by(priya, toEstimate(tap)),
  by(tom, ready(bath)),
]

test('a conflict names the task, the status it has, and who set it when', () => {
  const history = recorded(...events).filter(isJobEvent)
  const at = '2026-11-19T08:03:00.000Z'
  expect(lastTaskChange(history, tap.taskId)).toEqual({
    task: tap.description,
    status: 'to estimate',
    actorId: priya.userId,
    at,
  })
})

test('a deleted task is named with who deleted it; an unknown one is not', () => {
  const gone = by(priya, { type: 'TaskDeleted', data: { taskId: bath.taskId } })
  const history = recorded(...events, gone).filter(isJobEvent)
  const found = lastTaskChange(history, bath.taskId)
  expect(found).toEqual({ task: bath.description, actorId: priya.userId, at: '2026-11-19T08:05:00.000Z' })
  expect(lastTaskChange(history, idOf('c', 9))).toBeUndefined()
})
