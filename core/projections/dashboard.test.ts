import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { evolve, type Job } from '#core/job/job.ts'
import { isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { dana, type Given, idOf, maya, now, recorded, tom } from '#test/core/given-when-then.ts'
import * as a from '#test/core/job-events.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'
import { sequences, sequencesTimeout } from '#test/core/random-sequences.ts'
import { bookedWeek, completedValue, isOpen, monthsUntil, overdueOf, tasksLeft } from './dashboard.ts'
import { type DashboardJob, dashboardJobs } from './dashboard-jobs.ts'

vi.setConfig({ testTimeout: sequencesTimeout })

const folded = (events: readonly StoredEvent[]) => {
  const rows = new Map<string, DashboardJob | undefined>()
  for (const event of events) {
    const key = dashboardJobs.key(event)
    if (key !== undefined) rows.set(key, dashboardJobs.fold(rows.get(key), event))
  }
  return rows
}
const row = (...sample: Given[]) =>
  [...folded(recorded(...sample)).values()][0] ?? expect.fail('these events make no job')

test('whatever the commands, every figure equals a count over the jobs themselves', () => {
  fc.assert(
    fc.property(steps, (sample) => {
      const ledger = memoryLedger()
      for (const { command, who } of sample) ledger.handle(command, who)
      const rows = folded(ledger.log)
      const jobs = new Map<string, Job | undefined>()
      const completedAt = new Map<string, string>()
      for (const event of ledger.log.filter(isJobEvent)) {
        const before = jobs.get(event.streamId)
        const job = evolve(before, event)
        jobs.set(event.streamId, job)
        if (job?.jobStatus === 'completed' && before?.jobStatus !== 'completed')
          completedAt.set(event.streamId, event.happenedAt)
      }
      expect([...rows.keys()]).toEqual([...jobs.keys()])
      for (const [jobId, state] of jobs) {
        const job = state ?? expect.fail('there is a job')
        const counted = rows.get(jobId) ?? expect.fail('every job has its row')
        const { jobStatus, warning, createdAt, jobStart, jobEnd, assignedTo } = job
        expect(counted).toMatchObject({ jobStatus, warning, createdAt, assignedTo })
        expect([counted.jobStart, counted.jobEnd]).toEqual([jobStart, jobEnd])
        expect(counted.completedAt).toBe(jobStatus === 'completed' ? completedAt.get(jobId) : undefined)
        const done = job.jobDescriptions.filter((one) => one.status === 'completed')
        const worth = done.map((one) => job.office?.prices[one.taskId] ?? 0).reduce((sum, price) => sum + price, 0)
        const isPaid = jobStatus === 'completed' && warning !== 'free of charge'
        expect(completedValue(counted)).toBe(isPaid ? worth : 0)
        expect(tasksLeft(counted)).toBe(job.jobDescriptions.length - done.length)
        expect(overdueOf(counted) !== undefined).toBe(isOpen(jobStatus) && jobStatus !== 'quote sent')
      }
    }),
    sequences,
  )
})

test('a job is completed when its status is, and no longer when a task is reopened', () => {
  const done = [
    a.jobCreated,
    a.priced(a.tap, 8_500),
    a.taskCompleted,
    a.status('pending', 'completed', 'tasks'),
  ] as const
  expect(row(...done)).toMatchObject({ jobStatus: 'completed', completedAt: '2026-11-19T08:03:00.000Z' })
  expect(completedValue(row(...done))).toBe(8_500)
  expect(completedValue(row(...done, a.warned('', 'free of charge')))).toBe(0)
  const again = row(...done, a.reopened(a.tap), a.status('completed', 'pending', 'tasks'))
  expect([again.completedAt, completedValue(again), tasksLeft(again)]).toEqual([undefined, 0, 1])
})

test('a job whose visit has ended with tasks left is overdue from that end', () => {
  expect(overdueOf(row(a.jobCreated, a.jobScheduled))).toEqual({
    from: '2026-11-20T11:00:00.000Z',
    since: '2026-11-20T11:00:00.000Z',
    reason: 'visit over',
  })
})

test.each(['no access', 'reschedule', 'quote approved'] as const)(
  '%s calls for a visit at once, and a booked visit postpones that until it ends',
  (warning) => {
    const warned = [a.jobCreated, a.warned('', warning)] as const
    const since = '2026-11-19T08:01:00.000Z'
    expect(overdueOf(row(...warned))).toEqual({ from: since, since, reason: warning })
    expect(overdueOf(row(...warned, a.jobScheduled))).toMatchObject({ from: a.booking.jobEnd, reason: 'visit over' })
    expect(overdueOf(row(...warned, a.warned(warning, '')))).toMatchObject({ reason: 'no visit' })
  },
)

test('without a visit a job is overdue after five working days, from its date or from the deletion of its booking', () => {
  const from = (createdAt: string) =>
    overdueOf(row(a.jobCreated, { type: 'JobDateChanged', data: { createdAt } }))?.from.slice(0, 10)
  // From a Tuesday to Wednesday of the next week; a Friday and the following weekend end on the same day.
  expect(from('2026-11-10')).toBe('2026-11-18')
  expect(from('2026-11-13')).toBe('2026-11-21')
  expect(from('2026-11-14')).toBe('2026-11-21')
  expect(from('2026-11-15')).toBe('2026-11-21')
  const unbooked = row(a.jobCreated, a.jobScheduled, a.bookingDeleted)
  expect(overdueOf(unbooked)).toMatchObject({ since: '2026-11-19T08:02:00.000Z', reason: 'no visit' })
})

test('a closed job, or one waiting for the answer to a quote, is never overdue', () => {
  for (const to of ['completed', 'cancelled', 'quote sent'] as const)
    expect(overdueOf(row(a.jobCreated, a.status('pending', to, 'warning')))).toBeUndefined()
  expect(overdueOf(row(a.jobCreated, { type: 'JobDateChanged', data: { createdAt: '9999-12-31' } }))).toBeUndefined()
})

test('a visit counts for each of its people, or for nobody, on the day it starts in the company’s time zone', () => {
  const visit = (jobStart: string, jobEnd: string, ...assignedTo: string[]) => ({ jobStart, jobEnd, assignedTo })
  const [toms, mayas] = [tom.userId, maya.userId]
  const visits = [
    visit('2027-03-28T00:30:00.000Z', '2027-03-28T02:30:00.000Z', toms, mayas),
    visit('2027-03-28T22:30:00.000Z', '2027-03-28T23:15:00.000Z', toms),
    visit('2027-03-28T23:30:00.000Z', '2027-03-29T00:30:00.000Z', toms),
    visit('2027-03-22T09:00:00.000Z', '2027-03-22T10:00:00.000Z'),
  ]
  expect(bookedWeek(visits, '2027-03-22', 'Europe/London')).toEqual([
    { userId: toms, minutes: [0, 0, 0, 0, 0, 0, 165] },
    { userId: mayas, minutes: [0, 0, 0, 0, 0, 0, 120] },
    { minutes: [60, 0, 0, 0, 0, 0, 0] },
  ])
})

test('twelve months end with the current one, across the turn of the year', () => {
  expect(monthsUntil(now.slice(0, 10), 12)).toHaveLength(12)
  expect(monthsUntil('2027-01-31', 3)).toEqual(['2026-11', '2026-12', '2027-01'])
})

test('comments, photos and other streams do not touch a row', () => {
  const events = recorded(a.jobCreated, a.noteAdded, a.imageAdded, {
    type: 'MemberRemoved',
    data: {},
    by: dana,
  })
  expect(events.map((event) => dashboardJobs.key(event))).toEqual([idOf('b', 1), undefined, undefined, undefined])
})
