import { expect, test } from 'vitest'
import type { Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { predict } from '#core/prediction/prediction.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { contextOf } from './asker-context.ts'
import { emptyLedger, withoutSettled, withRead } from './ledger-state.ts'
import { withPush, withStale } from './pushed-state.ts'
import { shownJob } from './shown-documents.ts'

const sarah = {
  userId: '0198c000-0000-7000-8000-000000000001',
  userRole: 'admin',
  companyId: '0198c000-0000-7000-8000-00000000000c',
} as const
const jobId = '0198c000-0000-7000-8000-0000000000a1'
const taskId = '0198c000-0000-7000-8000-0000000000b1'
const happenedAt = '2026-11-20T09:00:00.000Z'

const given = (job: Job | undefined, command: JobCommand, commandId: string) => {
  const outcome = predict(job, command, contextOf(sarah, { happenedAt }), { commandId, happenedAt, seq: 40 })
  if (isRefusal(outcome)) throw new Error(outcome.error)
  return outcome
}
const { document: before } = given(
  undefined,
  {
    type: 'CreateJob',
    data: {
      jobId,
      apartmentName: '14 Marlowe Court',
      createdAt: '2026-11-20',
      tasks: [{ taskId, description: 'Reseal bath' }],
    },
  },
  'first',
)
const command: JobCommand = { type: 'CycleTask', data: { jobId, taskId, from: 'not completed' } }
const { events, document: after } = given(before, command, 'second')
const entry: Entry = { commandId: 'second', happenedAt, command, events, state: 'accepted', seq: 105 }

test('changes made here stay visible when too much changed to be pushed, until the job is read again', () => {
  const read = withRead({ ...emptyLedger, asker: sarah, queue: [entry] }, jobId, { body: before, seq: 50 })
  const shown = (state: typeof read) => shownJob(state, jobId)?.jobStatus
  expect(shown(read)).toBe('completed')
  // The change itself was not pushed; then another job is.
  const stale = withStale(withStale(read, 'job', 106), 'job-rows', 106)
  const pushed = withPush(withPush(stale, 'job', 110, [], []), 'job-rows', 110, [], [])
  expect(shown(stale)).toBe('completed')
  expect(shown(pushed)).toBe('completed')
  expect(withoutSettled(pushed, pushed.queue)).toEqual([entry])

  const again = withRead(pushed, jobId, { body: after, seq: 108 })
  expect(shownJob(again, jobId)).toEqual(after)
  expect(withoutSettled(again, again.queue)).toEqual([entry])
  expect(withoutSettled({ ...again, listSeq: 108 }, again.queue)).toEqual([])
})
