import { describe, expect, test } from 'vitest'
import { decide } from '#core/job/decisions.ts'
import { evolve, type Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import { type Command, isJobCommand, isJobEvent } from '#core/ledger/ledger.ts'
import { visible } from '#core/model/access.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { calendar } from '#core/projections/calendar.ts'
import { jobRows } from '#core/projections/job-rows.ts'
import {
  companyId,
  dana,
  type Given,
  idOf,
  jobAfter,
  jobId,
  now,
  type Person,
  priya,
  recorded,
  tom,
} from '#test/core/given-when-then.ts'
import {
  changeWarning,
  jobCreated,
  jobWithTwoTasks,
  priced,
  referred,
  scheduleJob,
  tap,
  taskCompleted,
} from '#test/core/job-events.ts'
import { predictRow } from './predict-row.ts'
import { predict } from './prediction.ts'

const context = (who: Person) => ({ actorId: who.userId, actorRole: who.role, companyId, at: now, facts: {} })
const stamp = { commandId: idOf('f', 9), happenedAt: now, seq: 40 }
const jobCommand = (command: Command): JobCommand => (isJobCommand(command) ? command : expect.fail('a job command'))

const predicted = (document: Job | undefined, command: Command, who: Person) => {
  const prediction = predict(document, jobCommand(command), context(who), stamp)
  return isRefusal(prediction) ? expect.fail(prediction.error) : prediction
}

/** The job as the server folds it after recording the command's events. */
const confirmed = (past: Given[], command: Command, who: Person) => {
  const before = past.length ? jobAfter(...past) : undefined
  const decided = decide(before, jobCommand(command), context(who))
  if (isRefusal(decided)) return expect.fail(decided.error)
  return jobAfter(...past, ...decided.map((event) => ({ ...event, by: who })))
}

const cycleTask: Command = { type: 'CycleTask', data: { jobId, taskId: tap.taskId, from: 'not completed' } }
const addNote: Command = { type: 'AddNote', data: { jobId, noteId: idOf('d', 4), note: 'Done.' } }
const createJob: Command = {
  type: 'CreateJob',
  data: {
    jobId,
    apartmentName: '9 sutler street',
    createdAt: '2026-11-20',
    workOrder: 'WO-1',
    tasks: [{ ...tap, price: 8500 }],
  },
}
const settle = (job: Job | undefined) => {
  if (!job) return undefined
  const { office, ...rest } = job
  const extraNotes = job.extraNotes.map((one) => ({ ...one, timestamp: '' }))
  const invoicedAt = office?.invoicedAt && { invoicedAt: '' }
  return { ...rest, lastModified: '', extraNotes, ...(office && { office: { ...office, ...invoicedAt } }) }
}

describe('a predicted job is the one that the server records', () => {
  const cases: [string, Given[], Command, Person][] = [
    ['a task completed by the team', [jobWithTwoTasks], cycleTask, tom],
    ['a comment by the team', [jobCreated], addNote, tom],
    ['a visit booked by the office', [jobCreated, referred, priced(tap, 8500)], scheduleJob, priya],
    ['an invoice', [jobCreated, taskCompleted], changeWarning('invoiced', 'INV-1'), dana],
  ]
  for (const [name, past, command, who] of cases) {
    test(name, () => {
      const { document } = predicted(jobAfter(...past), command, who)
      expect(settle(document)).toEqual(settle(confirmed(past, command, who)))
    })
  }
  test('a new job, which has no number yet', () => {
    const { document } = predicted(undefined, createJob, priya)
    expect(document?.jobRef).toBe('')
    expect(settle(document && { ...document, jobRef: '00213' })).toEqual(settle(confirmed([], createJob, priya)))
  })
  test('for the team, whose copy of the job has no office facts', () => {
    const past = [jobWithTwoTasks, referred, priced(tap, 8500)]
    const { document } = predicted(visible('team', jobAfter(...past)), cycleTask, tom)
    expect(settle(document)).toEqual(settle(visible('team', confirmed(past, cycleTask, tom))))
  })
})

test('predicted events follow the latest seq of the device, under the command’s id', () => {
  const { events } = predicted(jobAfter(jobCreated), cycleTask, tom)
  const common = {
    companyId,
    stream: 'job',
    streamId: jobId,
    actorId: tom.userId,
    actorRole: 'team',
    commandId: stamp.commandId,
  }
  expect(events).toMatchObject([
    {
      ...common,
      type: 'TaskCompleted',
      seq: 41,
      version: 2,
      ordinal: 0,
      happenedAt: now,
      recordedAt: now,
      clock: 'device',
    },
    { ...common, type: 'JobStatusChanged', seq: 42, version: 3, ordinal: 1 },
  ])
})

test('a command that the server would refuse is refused at once', () => {
  expect(predict(jobAfter(jobCreated), jobCommand(scheduleJob), context(tom), stamp)).toMatchObject({
    refused: 'office-only',
    error: 'Only the office may do this.',
  })
  expect(predict(undefined, jobCommand(addNote), context(tom), stamp)).toMatchObject({ error: 'Job not found.' })
})

test('a command that changes nothing predicts nothing', () => {
  const document = jobAfter(jobCreated, taskCompleted)
  expect(predicted(document, cycleTask, tom)).toEqual({ events: [], document })
})

test('pending commands stack: each is predicted on the result of the one before', () => {
  const first = predicted(jobAfter(jobCreated), cycleTask, tom)
  const second = predicted(first.document, addNote, tom)
  expect(second.document).toMatchObject({ version: 4, jobStatus: 'completed', extraNotes: [{ note: 'Done.' }] })
})

test('rows of the jobs list and the calendar are predicted from the same events', () => {
  const past = recorded(jobCreated)
  const document = past.filter(isJobEvent).reduce(evolve, undefined)
  const { events } = predicted(document, scheduleJob, priya)
  const row = predictRow(jobRows, jobId, predictRow(jobRows, jobId, undefined, past), events)
  expect(row).toMatchObject({ jobStatus: 'booked', jobStart: '2026-11-20T09:00:00.000Z' })
  const visit = predictRow(calendar, jobId, predictRow(calendar, jobId, undefined, past), events)
  expect(visit).toMatchObject({ jobStatus: 'booked', access: 'Keys with concierge' })
})

test('events of another job do not change a row', () => {
  const { events } = predicted(jobAfter(jobCreated), cycleTask, tom)
  expect(predictRow(jobRows, idOf('b', 2), undefined, events)).toBeUndefined()
})
