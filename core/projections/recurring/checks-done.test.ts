import { describe, expect, test } from 'vitest'
import type { Event, StoredEvent } from '#core/ledger/ledger.ts'
import { predictRow } from '#core/prediction/predict-row.ts'
import { jobId, recorded, recurringId } from '#test/core/given-when-then.ts'
import { recurringJobs } from './recurring-rows.ts'

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
const known = (completedAt: string): Told => [
  completedAt,
  { type: 'RecurringCheckDone', data: { date, jobId, doneOn: completedAt.slice(0, 10), completedAt, rule } },
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
