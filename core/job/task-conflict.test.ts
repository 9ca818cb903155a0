import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { by, idOf, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { bath, completed, jobWithTwoTasks, ready, tap, toEstimate } from '#test/core/job-events.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'
import { sequences, sequencesTimeout } from '#test/core/random-sequences.ts'
import { lastTaskChange } from './task-conflict.ts'

vi.setConfig({ testTimeout: sequencesTimeout })

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

test('the first event of a job and those that name a task tell what happened to it', () => {
  fc.assert(
    fc.property(steps, (sample) => {
      const ledger = memoryLedger()
      for (const { command, who } of sample) ledger.handle(command, who)
      for (const { streamId } of ledger.log.filter(({ type }) => type === 'JobCreated')) {
        const history = ledger.log.filter((event) => event.streamId === streamId).filter(isJobEvent)
        const tasks = new Set(
          history.flatMap((event) => [...JSON.stringify(event.data).matchAll(ids)].map(([id]) => id)),
        )
        for (const taskId of tasks) {
          const naming = history.filter(({ data }, nth) => nth === 0 || JSON.stringify(data).includes(taskId))
          expect(lastTaskChange(naming, taskId)).toEqual(lastTaskChange(history, taskId))
        }
      }
    }),
    sequences,
  )
})

const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
