import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { evolve, type Job } from '#core/job/job.ts'
import { forTeam, isJobEvent, type StoredEvent, target } from '#core/ledger/ledger.ts'
import { visible } from '#core/model/access.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { recorded } from '#test/core/given-when-then.ts'
import { booking, jobScheduled, jobWithTwoTasks, status, tap, taskCompleted } from '#test/core/job-events.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'
import { jobAt } from '#web/sync/reads/job-history/as-of.ts'
import { momentIndex, momentOf, momentsOf } from './history-moments.ts'

vi.setConfig({ testTimeout: 60_000 })

test('a moment contains all events of one command, and every entry belongs to one', () => {
  const [first, second, ...rest] = recorded(
    jobWithTwoTasks,
    taskCompleted,
    jobScheduled,
    status('pending', 'booked', 'scheduled'),
  )
  const together = [first, second, ...rest.map((one) => ({ ...one, commandId: rest[0]?.commandId ?? '' }))].flatMap(
    (one) => one ?? [],
  )
  const moments = momentsOf(together)
  expect(moments.map(({ first, last }) => [first, last])).toEqual([
    [1, 1],
    [2, 2],
    [3, 4],
  ])
  expect([1, 2, 3, 4, 5].map((version) => momentIndex(moments, version))).toEqual([0, 1, 2, 2, -1])
})

test('from an event that cannot be read on, the moment is the last one before it', () => {
  const moments = momentsOf(recorded(jobWithTwoTasks, taskCompleted, jobScheduled))
  const lasts = (unreadableFrom: number | undefined) =>
    [1, 2, 3, 9].map((version) => momentOf(moments, version, { isLaterUnread: false, unreadableFrom })?.last)
  expect(lasts(undefined)).toEqual([1, 2, 3, undefined])
  expect(lasts(3)).toEqual([1, 2, 2, 2])
  expect(lasts(1)).toEqual([undefined, undefined, undefined, undefined])
})

test('a job can be shown as it was after an event, whatever came later', () => {
  const log = recorded(jobWithTwoTasks, taskCompleted, jobScheduled)
  expect(jobAt(log, 0)).toBeUndefined()
  expect(jobAt(log, 1)?.jobDescriptions.map((one) => one.status)).toEqual(['not completed', 'not completed'])
  expect(jobAt(log, 2)?.jobDescriptions.find((one) => one.taskId === tap.taskId)?.status).toBe('completed')
  expect(jobAt(log, 2)?.jobStart).toBeUndefined()
  expect(jobAt(log, 3)?.jobStart).toBe(booking.jobStart)
})

/** What is left of a job without the marks that an office event leaves on it: that it came, not what it said. */
const facts = (job: Job | undefined) => job && { ...job, version: 0, lastModified: '' }

test('in any history, the job at every version is shown as it was then, to the office and to the team', () => {
  let versions = 0
  fc.assert(
    fc.property(steps, (sample) => {
      const ledger = memoryLedger()
      const stood = new Map<string, { version: number; job: Job | undefined }[]>()
      for (const { command, who } of sample) {
        // What is erased by law is gone from what was then as well.
        if (command.type === 'EraseEvents') continue
        const result = ledger.handle(command, who)
        if (isRefusal(result) || target(command).stream !== 'job') continue
        const jobId = target(command).streamId
        const before = stood.get(jobId) ?? []
        const job = result.filter(isJobEvent).reduce(evolve, before.at(-1)?.job)
        const last = result.at(-1)
        if (last) stood.set(jobId, [...before, { version: last.version, job }])
      }
      for (const [jobId, states] of stood) {
        const events: StoredEvent[] = ledger.log.filter((one) => one.streamId === jobId)
        const team = forTeam(events)
        for (const { version, job } of states) {
          versions += 1
          expect(jobAt(events, version)).toEqual(job)
          expect(facts(jobAt(team, version))).toEqual(facts(job && visible('team', job)))
        }
      }
    }),
    { numRuns: 400 },
  )
  expect(versions).toBeGreaterThan(1_000)
})
