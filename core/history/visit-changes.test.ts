import { describe, expect, test } from 'vitest'
import { evolve } from '#core/job/job.ts'
import { type Event, isJobEvent } from '#core/ledger/ledger.ts'
import { by, dana, type Given, idOf, jobId, recorded, tom } from '#test/core/given-when-then.ts'
import { booking, jobCreated, jobScheduled } from '#test/core/job-events.ts'
import { companyEntries } from './company-history.ts'
import { historyOf } from './history.ts'
import { readable } from './readable-changes.ts'
import { undoOf } from './undo.ts'

const { jobBookingId } = booking
const arrivalId = idOf('f', 30)
const at = (time: string) => `2026-11-19T${time}:00.000Z`
const arrived: Event = { type: 'ArrivedOnSite', data: { arrivalId, jobBookingId } }
const left: Event = { type: 'LeftSite', data: { arrivalId } }
const earlier: Event = {
  type: 'ArrivalTimeChanged',
  data: { arrivalId, from: at('08:02'), to: at('07:40'), reason: 'Tapped late' },
}
const later: Event = { type: 'LeavingTimeChanged', data: { arrivalId, to: at('09:30'), reason: 'Forgot' } }
const noAccess: Event = {
  type: 'NoAccessReported',
  data: {
    noAccessId: idOf('f', 31),
    jobBookingId,
    why: 'nobody in',
    tried: ['knocked', 'called the tenant'],
    tenantCalledAt: at('08:01'),
    atDoorFrom: at('08:00'),
    note: 'Dog barking inside.',
    imageId: idOf('e', 1),
    position: '53.79460, -1.54780 ±20 m',
  },
}
const reading = { zone: 'Europe/London', nameOf: () => '', now: at('12:00') }
const before = [jobCreated, jobScheduled] as const

/** The last entry of the history: its sentence, and its changes as people read them. */
function told(...past: Given[]) {
  const [last] = historyOf(recorded(...past))
  if (!last) throw new Error('Nothing happened')
  return [last.sentence, ...readable(last.changes, reading).map(({ field, from, to }) => [field, from, to])]
}

test('the history says who arrived and left when, and every change of it with its reason', () => {
  expect(told(...before, by(tom, arrived))).toEqual(['arrived on site', ['arrivedAt', undefined, 'Thu 19 Nov, 08:02']])
  expect(told(...before, arrived, left)).toEqual(['left the site', ['leftAt', undefined, 'Thu 19 Nov, 08:03']])
  expect(told(...before, arrived, earlier)).toEqual([
    'changed the time of an arrival',
    ['arrivedAt', 'Thu 19 Nov, 08:02', 'Thu 19 Nov, 07:40'],
    ['reason', undefined, 'Tapped late'],
  ])
  expect(told(...before, arrived, later)).toEqual([
    'changed the time of leaving',
    ['leftAt', undefined, 'Thu 19 Nov, 09:30'],
    ['reason', undefined, 'Forgot'],
  ])
  const gone: Event = { type: 'ArrivalWithdrawn', data: { arrivalId, arrivedAt: at('08:02') } }
  expect(told(...before, arrived, gone)).toEqual(['withdrew an arrival', ['arrivedAt', 'Thu 19 Nov, 08:02', undefined]])
})

test('the history says in plain words why there was no access, what was tried and when', () => {
  expect(told(...before, by(tom, noAccess))).toEqual([
    'found no access: nobody in',
    ['tried', undefined, 'Knocked, called the tenant'],
    ['tenantCalledAt', undefined, 'Thu 19 Nov, 08:01'],
    ['atDoorFrom', undefined, 'Thu 19 Nov, 08:00'],
    ['doorNote', undefined, 'Dog barking inside.'],
    ['position', undefined, '53.79460, -1.54780 ±20 m'],
  ])
})

test('a page of the company’s history tells the times without the earlier events of the visit', () => {
  const events = recorded(jobCreated, jobScheduled, arrived, earlier)
  const last = events.at(-1)
  const [first] = events
  if (!first || !last) throw new Error('There are events')
  const [entry] = companyEntries([first, last], new Map([[last.seq, 'hash']]))
  expect(entry?.changes.slice(0, 1)).toEqual([{ field: 'arrivedAt', from: at('08:02'), to: at('07:40') }])
  expect(entry?.kind).toBe('schedule')
})

describe('in the history', () => {
  const undone = (...past: Given[]) => {
    const log = recorded(...past).filter(isJobEvent)
    const last = log.at(-1)
    if (!last) throw new Error('Nothing happened')
    const context = { actorId: dana.userId, actorRole: dana.role, companyId: 'c', at: at('12:00'), facts: {} }
    return undoOf(last, log.slice(0, -1).reduce(evolve, undefined), log.reduce(evolve, undefined), context)
  }
  const ids = { jobId, arrivalId }

  test('an arrival, having left and a changed time can be put back', () => {
    expect(undone(...before, arrived)).toEqual({ type: 'WithdrawArrival', data: ids })
    expect(undone(...before, arrived, left)).toEqual({ type: 'WithdrawLeaving', data: ids })
    expect(undone(...before, arrived, later)).toEqual({ type: 'WithdrawLeaving', data: ids })
    expect(undone(...before, arrived, earlier)).toEqual({
      type: 'ChangeTimeOnSite',
      data: { ...ids, arrivedAt: at('08:02'), reason: 'Put back' },
    })
    const back: Event = { type: 'LeavingWithdrawn', data: { arrivalId, leftAt: at('08:03') } }
    expect(undone(...before, arrived, left, back)).toMatchObject({ data: { leftAt: at('08:03') } })
  })
  test('a withdrawn arrival and a record of no access stay as they are', () => {
    const gone: Event = { type: 'ArrivalWithdrawn', data: { arrivalId, arrivedAt: at('08:02') } }
    expect(undone(...before, arrived, gone)).toMatchObject({ refused: 'undo-arrival' })
    expect(undone(...before, noAccess)).toMatchObject({ refused: 'undo-no-access' })
  })
})
