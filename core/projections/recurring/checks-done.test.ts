import { describe, expect, test } from 'vitest'
import type { Event, StoredEvent } from '#core/ledger/ledger.ts'
import { predictRow } from '#core/prediction/predict-row.ts'
import { idOf, jobId, recorded, recurringId } from '#test/core/given-when-then.ts'
import { recurringJobs } from './recurring-jobs.ts'

const date = '2027-02-10'
/** What happened at an instant. */
type Told = readonly [happenedAt: string, event: Event]

const rule = { repeats: 'yearly' as const, every: 1, on: [{ month: 2, day: 10 }], first: '2028-02-10' }
const made: Told = [
  '2027-01-20T09:00:00.000Z',
  { type: 'JobOfRecurringWork', data: { recurringId, date, title: 'Gas safety check', check: true } },
]
const moves = (happenedAt: string, from: 'booked' | 'completed' | 'pending', to: 'completed' | 'pending'): Told => [
  happenedAt,
  { type: 'JobStatusChanged', data: { from, to, reason: 'tasks' } },
]
const completed = (happenedAt: string) => moves(happenedAt, 'booked', 'completed')
const reopened = (happenedAt: string) => moves(happenedAt, 'completed', 'pending')
/** What the recurring work says; older events have no `doneAt`. */
const known = (completedAt: string, doneAt?: string, doneOn = (doneAt ?? completedAt).slice(0, 10)): Told => [
  completedAt,
  {
    type: 'RecurringCheckDone',
    data: { date, jobId, doneOn, completedAt, ...(doneAt === undefined ? {} : { doneAt }), rule },
  },
]

const events = (all: readonly Told[]): StoredEvent[] =>
  recorded(...all.map(([, event]) => event)).map((event, nth) => ({
    ...event,
    happenedAt: all[nth]?.[0] ?? event.happenedAt,
  }))
const jobAfter = (...all: Told[]) => predictRow(recurringJobs, jobId, undefined, events([made, ...all]))

const check = '2027-02-09T14:00:00.000Z'
const remedial = '2027-03-20T15:00:00.000Z'

describe('the first completion of a job counts as its check', () => {
  const again = [reopened('2027-03-01T09:00:00.000Z'), completed(remedial)]
  test('so work that is added to it and done later records no other', () => {
    expect(jobAfter(completed(check))).toMatchObject({ toRecord: check })
    const after = jobAfter(completed(check), known(check), ...again)
    expect(after).toMatchObject({ completedAt: remedial, checkedAt: check, recordedAt: check })
    expect(after).not.toHaveProperty('toRecord')
  })
  test('and where a later one was recorded before this was so, the first is recorded again', () =>
    expect(jobAfter(completed(check), known(check), ...again, known(remedial))).toMatchObject({ toRecord: check }))
  test('but not one that was taken back before it was recorded', () => {
    expect(jobAfter(completed(check), reopened(check))).not.toHaveProperty('toRecord')
    expect(jobAfter(completed(check), ...again)).toMatchObject({ toRecord: remedial })
    expect(jobAfter(completed(check), reopened(check), known(check), completed(remedial))).not.toHaveProperty(
      'toRecord',
    )
  })
})

describe('a check was done at the last attendance before its job was completed', () => {
  const [arrivalId, jobBookingId] = [idOf('f', 30), idOf('d', 1)]
  const arrived = (happenedAt: string, id = arrivalId): Told => [
    happenedAt,
    { type: 'ArrivedOnSite', data: { arrivalId: id, jobBookingId } },
  ]
  const noAccess = (happenedAt: string): Told => {
    const said = { noAccessId: idOf('f', 40), imageId: idOf('e', 1), why: 'nobody in' as const, note: '' }
    return [happenedAt, { type: 'NoAccessReported', data: { ...said, tried: [], jobBookingId } }]
  }
  const reason = 'By the certificate'
  const moved = (from: string, to: string): Told => [
    ticked,
    { type: 'ArrivalTimeChanged', data: { arrivalId, from, to, reason } },
  ]
  const corrected = (version: number, happenedAt: string): Told => [
    ticked,
    { type: 'TimeCorrected', data: { version, happenedAt, reason } },
  ]
  const ticked = '2027-02-12T10:00:00.000Z'
  const [early, after] = ['2027-02-02T09:00:00.000Z', '2027-02-15T09:00:00.000Z']

  test('also if the office ticks it days later', () => {
    const rows = jobAfter(
      arrived(early, idOf('f', 31)),
      arrived(check),
      completed(ticked),
      arrived(after, idOf('f', 32)),
    )
    expect(rows).toMatchObject({ toRecord: check, checkedAt: ticked })
    expect(jobAfter(completed(ticked))).toMatchObject({ toRecord: ticked })
  })
  test('but not at one where nobody could get in', () => {
    const inVain = noAccess('2027-02-09T14:20:00.000Z')
    expect(jobAfter(arrived(check), inVain, completed(ticked))).toMatchObject({ toRecord: ticked })
    expect(jobAfter(arrived(early), inVain, completed(ticked))).toMatchObject({ toRecord: early })
  })
  test('one that reaches the server late, is corrected or is withdrawn moves the day that was recorded', () => {
    const past = [completed(ticked), known(ticked, ticked)]
    expect(jobAfter(...past)).not.toHaveProperty('toRecord')
    expect(jobAfter(...past, arrived(check))).toMatchObject({ toRecord: check })
    const there = [arrived(check), completed(ticked), known(ticked, check)]
    expect(jobAfter(...there, moved(check, early))).toMatchObject({ toRecord: early })
    expect(jobAfter(...there, moved(check, early), moved(early, check))).not.toHaveProperty('toRecord')
    const withdrawn: Event = { type: 'ArrivalWithdrawn', data: { arrivalId, arrivedAt: check } }
    expect(jobAfter(...there, [after, withdrawn])).toMatchObject({ toRecord: ticked })
  })
  test('and where none is known, a corrected time of the completion does', () => {
    const tick: Told = [ticked, { type: 'TaskCompleted', data: { taskId: idOf('c', 1) } }]
    const past = [tick, completed(ticked), known(ticked, ticked)]
    for (const version of [2, 3])
      expect(jobAfter(...past, corrected(version, check))).toMatchObject({ toRecord: check })
    expect(jobAfter(...past, corrected(1, check))).not.toHaveProperty('toRecord')
  })
  test('what was recorded before this was so is put right if its day was another', () => {
    const past = [arrived(check), completed(ticked)]
    expect(jobAfter(...past, known(ticked))).toMatchObject({ toRecord: check })
    expect(jobAfter(...past, known(ticked, undefined, '2027-02-09'))).not.toHaveProperty('toRecord')
  })
})
