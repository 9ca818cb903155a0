import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import { evolve, type Job } from '#core/job/job.ts'
import { derivedStatus } from '#core/job/values.ts'
import { visible } from '#core/model/access.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { evolve as evolvePart, faultsOf } from '#core/part/part.ts'
import { predict, predictPart, predictTodos } from '#core/prediction/prediction.ts'
import { calendar } from '#core/projections/calendar.ts'
import { jobRows } from '#core/projections/job-rows.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import { evolve as evolveTodos } from '#core/todo/todo.ts'
import { canary } from '#test/core/canary.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { canaryPrice, creator, type Step, steps } from '#test/core/random-commands.ts'
import { sequences, sequencesTimeout } from '#test/core/random-sequences.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count } from '#test/reliability/extent.ts'
import {
  commands,
  events,
  forTeam,
  isJobCommand,
  isJobEvent,
  isPartCommand,
  isPartEvent,
  isPrivate,
  isTodoCommand,
  isTodoEvent,
  type StoredEvent,
  target,
} from './ledger.ts'

vi.setConfig({ testTimeout: sequencesTimeout })
const all: readonly Projection[] = projections
const taskChanges = ['TaskAdded', 'TaskDeleted', 'TaskCompleted', 'TaskToEstimate', 'TaskReopened']

const jobOf = (log: readonly StoredEvent[], jobId: string): Job | undefined =>
  log
    .filter(isJobEvent)
    .filter((event) => event.streamId === jobId)
    .reduce(evolve, undefined)
const jobIds = (log: readonly StoredEvent[]) => [...new Set(log.filter(isJobEvent).map((event) => event.streamId))]
const rowsOf = (projection: Projection, log: readonly StoredEvent[]) => {
  const rows = new Map<string, object | undefined>()
  for (const event of log) {
    const key = projection.key(event)
    if (key !== undefined) rows.set(key, projection.fold(rows.get(key), event))
  }
  return rows
}
/** A value after a round trip through JSON. */
const stored = <T extends object | undefined>(value: T): T => value && JSON.parse(JSON.stringify(value))

type Look = (before: readonly StoredEvent[], now: StoredEvent[], step: Step, at: string) => void

/** Runs the steps in a new company and calls `look` for each accepted one, with when it was given. */
function run(sample: readonly Step[], look: Look) {
  const ledger = memoryLedger()
  for (const step of sample) {
    const before = [...ledger.log]
    const now = ledger.handle(step.command, step.who)
    if (!isRefusal(now)) look(before, now, step, ledger.at())
  }
  return ledger.log
}

// A few seconds on an idle machine; the timeout is for a busy one.
test('the random commands are valid, and produce every type of event', { timeout: 180_000 }, () => {
  const unseen = new Set<string>(Object.keys(events))
  // Some types are rare: more sequences are only made until each was seen.
  for (let seed = 23; unseen.size > 0 && seed < 423; seed += 1) {
    const sample = fc.sample(steps, { numRuns: 25, seed })
    expect(sample.flat().filter(({ command }) => !commands[command.type].safeParse(command.data).success)).toEqual([])
    for (const one of sample) for (const event of run(one, () => {})) unseen.delete(event.type)
  }
  expect([...unseen]).toEqual([])
})

test('whatever the commands, a job stays consistent', () => {
  fc.assert(
    fc.property(steps, (sample) => {
      run(sample, (before, now, { command, who }) => {
        for (const event of now)
          expect(events[event.type].safeParse(event.data)).toEqual({ success: true, data: event.data })
        if (!isJobCommand(command)) return
        const was = jobOf(before, command.data.jobId)
        let job = was
        for (const event of now.filter(isJobEvent)) {
          if (event.type === 'JobStatusChanged') expect(event.data).toMatchObject({ from: job?.jobStatus })
          job = evolve(job, event)
          for (const task of job?.jobDescriptions ?? []) if (task.ready) expect(task.status).toBe('not completed')
          if (event.type === 'WarningChanged' && ['invoiced', 'free of charge'].includes(event.data.to))
            expect(job?.jobDescriptions.every((task) => task.status === 'completed')).toBe(true)
        }
        const heldOpen = who.role === 'team' && now.some((event) => event.type === 'PhotosLeftOut')
        if (heldOpen) expect(job?.jobStatus).toBe(was?.jobStatus)
        else if (now.some((event) => taskChanges.includes(event.type)))
          expect(job?.jobStatus).toBe(derivedStatus(job?.jobDescriptions ?? []) ?? was?.jobStatus)
        if (command.type === 'ScheduleJob') expect(job?.jobStatus).toBe('booked')
        if (job?.jobStatus === 'booked' && job.jobBookingId === undefined) expect(was?.jobBookingId).toBeUndefined()
      })
    }),
    sequences,
  )
})

test('a repeated command changes nothing more', () => {
  fc.assert(
    fc.property(steps, (sample) => {
      const ledger = memoryLedger()
      for (const { command, who } of sample) {
        ledger.handle(command, who)
        const again = ledger.handle(command, who)
        expect(isRefusal(again) ? [] : again).toEqual([])
      }
    }),
    sequences,
  )
})

test('nothing that the team folds or reads contains an office fact', () => {
  const noOfficeFact = (value: unknown) => {
    const bytes = JSON.stringify(value) ?? ''
    for (const secret of [canary, canaryPrice, '"office"', creator.userId]) expect(bytes).not.toContain(secret)
  }
  fc.assert(
    fc.property(steps, (sample) => {
      const log = run(sample, () => {})
      const history = forTeam(log)
      noOfficeFact(history)
      noOfficeFact(historyOf(history))
      for (const jobId of jobIds(log)) {
        const team = jobOf(history, jobId)
        const office = jobOf(log, jobId)
        noOfficeFact(team)
        // The server's own jobs have no creator.
        expect(office?.office?.createdBy).toBe(office?.office?.recurring ? '' : creator.userId)
        const { version, lastModified } = team ?? expect.fail('the team sees every job')
        expect(team).toEqual(office && { ...visible('team', office), version, lastModified })
      }
      for (const projection of all.filter((one) => one.audience === 'everyone'))
        for (const [key, row] of rowsOf(projection, log)) {
          noOfficeFact(row && visible('team', row))
          if (projection === jobRows || projection === calendar)
            expect(rowsOf(projection, history).get(key)).toEqual(row && visible('team', row))
        }
    }),
    sequences,
  )
})

test('the jobs list and the calendar agree with the job', ({ task }) => {
  fc.assert(
    fc.property(steps, (sample) => agreeWithJobs(sample, jobRows)),
    sequences,
  )
  task.meta.extent = `${count(sequences.numRuns, 'sequence')} of commands for each rule`
})

test('a jobs list that leaves out one kind of event is found', ({ task }) => {
  const list: Projection = jobRows
  const forgetful: Projection = {
    ...list,
    fold: (row, event) => (event.type === 'TaskReady' ? row : list.fold(row, event)),
  }
  const wrong = fc.check(
    fc.property(steps, (sample) => agreeWithJobs(sample, forgetful)),
    sequences,
  )
  const found = wrong.failed ? [`found after ${count(wrong.numRuns, 'sequence')}`] : []
  expectFound(task, 'a jobs list that forgets which tasks are ready', found)
})

/** Throws unless the rows of the list and of the calendar say what the jobs say after these steps. */
function agreeWithJobs(sample: readonly Step[], list: Projection) {
  const log = run(sample, () => {})
  const lines = rowsOf(list, log)
  const visits = rowsOf(calendar, log)
  for (const jobId of jobIds(log)) {
    const job = jobOf(log, jobId) ?? expect.fail('there is a job')
    const { jobRef, jobStatus, warning, apartmentName, createdAt, jobStart, jobEnd, assignedTo } = job
    const { jobBookingId, access } = job
    expect(lines.get(jobId)).toEqual({
      ...{ jobId, jobRef, jobStatus, warning, apartmentName, createdAt, jobStart, jobEnd, assignedTo },
      images: job.images.length,
      notes: job.extraNotes.length,
      readyTasks: expect.toSatisfy((ready: string[]) =>
        sameSet(
          ready,
          job.jobDescriptions.filter((one) => one.ready),
        ),
      ),
      office: { workOrder: job.office?.workOrder, agency: job.office?.agency },
    })
    expect(visits.get(jobId)).toEqual({
      ...{ jobId, jobRef, jobStatus, warning, apartmentName, jobBookingId, jobStart, jobEnd, access, assignedTo },
    })
  }
}

const sameSet = (ids: string[], tasks: { taskId: string }[]) =>
  JSON.stringify(ids.toSorted()) === JSON.stringify(tasks.map((one) => one.taskId).toSorted())

test('folding events one by one through a store is the same as folding them together, and every row has its published shape', () => {
  fc.assert(
    fc.property(steps, (sample) => {
      const log = run(sample, () => {})
      for (const projection of all) {
        const documents = new Map<string, object | undefined>()
        for (const event of stored(log)) {
          const key = projection.key(event)
          if (key !== undefined) documents.set(key, stored(projection.fold(stored(documents.get(key)), event)))
        }
        expect(documents).toEqual(rowsOf(projection, log))
        for (const row of documents.values())
          if (row) expect(projection.row.safeParse(row)).toEqual({ success: true, data: row })
      }
    }),
    sequences,
  )
})

test('whatever the commands, a part has a name, dates in order and a valid link, and is predicted correctly', () => {
  const partOf = (log: readonly StoredEvent[], partId: string) =>
    log
      .filter(isPartEvent)
      .filter((event) => event.streamId === partId)
      .reduce(evolvePart, undefined)
  fc.assert(
    fc.property(steps, (sample) => {
      run(sample, (before, now, { command, who }) => {
        if (!isPartCommand(command)) return
        const { streamId } = target(command)
        const made = partOf([...before, ...now], streamId)
        if (made) expect(faultsOf(made)).toEqual({})
        const at = now[0]?.happenedAt ?? ''
        const context = { actorId: who.userId, actorRole: who.role, companyId: '', at, facts: {} }
        const stamp = { commandId: '', happenedAt: at, seq: before.length }
        const predicted = predictPart(partOf(before, streamId), command, context, stamp)
        expect(isRefusal(predicted) ? predicted : predicted.document).toEqual(made)
      })
    }),
    sequences,
  )
})

test('whatever the commands, a to-do list is changed only by its owner, has no blank to-dos, and is predicted correctly', () => {
  const listOf = (log: readonly StoredEvent[], streamId: string) =>
    log
      .filter(isTodoEvent)
      .filter((event) => event.streamId === streamId)
      .reduce(evolveTodos, undefined)
  fc.assert(
    fc.property(steps, (sample) => {
      run(sample, (before, now, { command, who }) => {
        const isOwn = isTodoCommand(command) || now.some(({ type }) => type === 'ViewSaved' || type === 'ViewDeleted')
        expect(now.every(isPrivate)).toBe(now.length === 0 || isOwn)
        if (!isTodoCommand(command)) return
        const { streamId } = target(command)
        const made = listOf([...before, ...now], streamId)
        expect(who.userId).toBe(command.data.userId)
        for (const { text } of made?.todos ?? []) expect(text).toBe(text.trim() || undefined)
        expect(new Set(made?.todos.map(({ id }) => id)).size).toBe(made?.todos.length ?? 0)
        const at = now[0]?.happenedAt ?? ''
        const context = { actorId: who.userId, actorRole: who.role, companyId: '', at, facts: {} }
        const stamp = { commandId: '', happenedAt: at, seq: before.length }
        const predicted = predictTodos(listOf(before, streamId), command, context, stamp)
        expect(isRefusal(predicted) ? predicted : predicted.document).toEqual(made)
      })
    }),
    sequences,
  )
})

test('a device predicts what the server records', () => {
  fc.assert(
    fc.property(steps, (sample) => {
      run(sample, (before, now, { command, who }, at) => {
        if (!isJobCommand(command)) return
        const context = { actorId: who.userId, actorRole: who.role, companyId: '', at, facts: {} }
        const stamp = { commandId: '', happenedAt: at, seq: before.length }
        const predicted = predict(jobOf(before, target(command).streamId), command, context, stamp)
        const made = jobOf([...before, ...now], command.data.jobId)
        const jobRef = command.type === 'CreateJob' ? '' : made?.jobRef
        expect(isRefusal(predicted) ? predicted : predicted.document).toEqual(made && { ...made, jobRef })
      })
    }),
    sequences,
  )
})
