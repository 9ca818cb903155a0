import { afterEach, expect, test } from 'vitest'
import type { TaskConflict } from '#core/job/task-conflict.ts'
import type { DeviceCommand } from '#core/prediction/subjects.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { openLedger, useLedger } from '#web/sync/ledger/ledger-store.ts'
import type { Entry, Queue } from '#web/sync/outbox/outbox.ts'
import { taskQuestion } from './task-conflict.ts'

const idOf = (nth: number) => `0198c000-0000-7000-8000-0000000000a${nth}`
const [jobId, taskId] = [idOf(1), idOf(2)]
const tom = { userId: idOf(3), userRole: 'team', companyId: idOf(4) } as const
const asking = { zone: 'Europe/London', nameOf: () => 'Priya Nair' }
let close = () => {}
afterEach(() => close())

/** Tom's device without a network, which shows the task as not completed. */
function openDevice() {
  let kept: Queue = []
  close = openLedger(
    { ...tom, userRole: 'admin' },
    {
      storage: {
        read: async () => kept,
        change: async (by) => {
          kept = by(kept)
          return kept
        },
        keep: async (entries) => {
          kept = [...kept, ...entries]
        },
        wipe: async () => undefined,
        watch: () => () => undefined,
      },
      sending: { send: async () => ({ failed: 'unreachable' }), alone: (work) => work(), pause: () => 60_000 },
    },
  )
  dispatch({
    type: 'CreateJob',
    data: {
      jobId,
      apartmentName: '14 Marlowe Court',
      createdAt: '2026-11-20',
      tasks: [{ taskId, description: 'Mend the tap' }],
    },
  })
}

/** What Keep mine dispatches for a change that met what Priya has set. */
function kept(command: DeviceCommand, status: TaskConflict['status']) {
  const entry: Entry = {
    commandId: idOf(5),
    happenedAt: '2026-11-20T10:02:00.000Z',
    command,
    events: [],
    state: 'refused',
  }
  const met = { task: 'Mend the tap', at: '2026-11-20T10:05:00.000Z', ...(status ? { status } : {}) }
  const answer = taskQuestion(entry, met, asking)?.answers.find(({ name }) => name === 'Keep mine')
  expect(answer?.act()).toBeUndefined()
  return useLedger.getState().queue.at(-1)?.command
}

test('Keep mine is taken whatever the device shows meanwhile, and keeps why there are no photos', () => {
  openDevice()
  const reason = 'The tenant asked for none'
  const ticked = { type: 'CycleTask', data: { jobId, taskId, from: 'not completed', withoutPhotos: reason } } as const
  expect(kept(ticked, 'to estimate')).toEqual({
    type: 'SetTaskStatus',
    data: { jobId, taskId, status: 'completed', withoutPhotos: reason },
  })
})

test('Keep mine is sent even where the device, which has not read the other change, already shows the same', () => {
  openDevice()
  const reopened = { type: 'CycleTask', data: { jobId, taskId, from: 'to estimate' } } as const
  const { queue } = useLedger.getState()
  expect(kept(reopened, 'completed')).toEqual({
    type: 'SetTaskStatus',
    data: { jobId, taskId, status: 'not completed' },
  })
  expect(useLedger.getState().queue.length).toBe(queue.length + 1)
})
