import { expect, test } from 'vitest'
import type { Event, StoredEvent } from '#core/ledger/ledger.ts'
import { by, dana, type Given, idOf, maya, recorded, tom } from '#test/core/given-when-then.ts'
import * as a from '#test/core/job-events.ts'
import { attendancesOf } from './attendances.ts'
import { type EvidenceChoice, evidenceOf } from './evidence.ts'

const zone = 'Europe/London'
const whole: EvidenceChoice = { copy: 'office', prices: true, notes: true, zone }
const { jobBookingId } = a.booking

/** Events at these times, 'DD HH:mm' in November 2026. */
const at = (...given: [string, Given][]): StoredEvent[] =>
  recorded(...given.map(([, event]) => event)).map((event, index) => {
    const [day, time] = (given[index]?.[0] ?? '').split(' ')
    const happenedAt = `2026-11-${day}T${time}:00.000Z`
    return { ...event, happenedAt, recordedAt: happenedAt }
  })
const attendances = (events: readonly StoredEvent[], choice: Partial<EvidenceChoice> = {}) =>
  attendancesOf(evidenceOf(events, { ...whole, ...choice }), zone)

const arrived = (nth = 1): Event => ({ type: 'ArrivedOnSite', data: { arrivalId: idOf('f', nth), jobBookingId } })
const left = (nth = 1): Event => ({ type: 'LeftSite', data: { arrivalId: idOf('f', nth) } })
const day = { jobCreated: ['02 08:00', a.jobCreated], booked: ['02 08:01', a.jobScheduled] } as const
const before: [string, Given][] = [[...day.jobCreated], [...day.booked]]

test('Arrived and Left are the times of a person who tapped them, whatever that person sends from home', () => {
  const [one] = attendances(
    at(
      ...before,
      ['03 09:05', by(tom, arrived())],
      ['03 09:30', by(tom, a.taskCompleted)],
      ['03 10:40', by(tom, left())],
      ['03 19:00', by(tom, a.imageAdded)],
    ),
  )
  expect(one).toMatchObject({
    first: '2026-11-03T09:05:00.000Z',
    last: '2026-11-03T10:40:00.000Z',
    byRecords: false,
    people: [tom.userId],
    completed: [a.tap.description],
    photos: [6],
  })
})

test('without Arrived and Left a person’s time runs from the first record to the last, beside colleagues who tapped them', () => {
  const [one] = attendances(
    at(...before, ['03 09:05', by(tom, arrived())], ['03 08:50', by(maya, a.noteAdded)], ['03 10:40', by(tom, left())]),
  )
  expect(one).toMatchObject({
    first: '2026-11-03T08:50:00.000Z',
    last: '2026-11-03T10:40:00.000Z',
    byRecords: true,
    people: [tom.userId, maya.userId],
  })
})

test('without Left the last record of the day is the least that is known', () => {
  const [one] = attendances(at(...before, ['03 09:05', by(tom, arrived())], ['03 09:50', by(tom, a.taskCompleted)]))
  expect(one).toMatchObject({ last: '2026-11-03T09:50:00.000Z', byRecords: true })
})

test('a changed time counts from where it was changed, and a withdrawn arrival is none', () => {
  const from = '2026-11-03T09:05:00.000Z'
  const to = '2026-11-03T08:10:00.000Z'
  const data = { arrivalId: idOf('f', 1), from, to, reason: 'Tapped late' }
  const changed = at(
    ...before,
    ['03 09:05', by(tom, arrived())],
    ['04 20:00', by(tom, { type: 'ArrivalTimeChanged', data })],
  )
  expect(attendances(changed)).toMatchObject([{ day: '2026-11-03', first: to }])
  const gone: Event = { type: 'ArrivalWithdrawn', data: { arrivalId: idOf('f', 1), arrivedAt: from } }
  expect(attendances(at(...before, ['03 09:05', by(tom, arrived())], ['03 09:06', by(tom, gone)]))).toEqual([])
})

test('the office attends only on a day on which it tapped Arrived', () => {
  const events = at(
    ...before,
    ['03 09:05', by(dana, arrived())],
    ['03 09:30', by(dana, a.taskCompleted)],
    ['04 09:00', by(dana, a.noteAdded)],
  )
  expect(attendances(events)).toMatchObject([
    { day: '2026-11-03', people: [dana.userId], completed: [a.tap.description] },
  ])
})

test('no access counts from when its record was begun, with all that was tried', () => {
  const data = {
    noAccessId: idOf('f', 9),
    jobBookingId,
    why: 'nobody in' as const,
    tried: ['knocked' as const],
    atDoorFrom: '2026-11-03T13:48:00.000Z',
    note: '',
    imageId: idOf('e', 1),
  }
  const events = at(
    ...before,
    ['03 13:59', by(tom, { type: 'NoAccessReported', data })],
    ['03 13:59', by(tom, a.warned('', 'no access'))],
  )
  expect(attendances(events)).toMatchObject([
    {
      first: '2026-11-03T13:48:00.000Z',
      last: '2026-11-03T13:59:00.000Z',
      byRecords: false,
      noAccess: true,
      closedDoors: [{ why: 'nobody in', userId: tom.userId }],
    },
  ])
  expect(attendances(events, { to: '2026-11-02' })).toEqual([])
})

test('a copy of other days has no time of theirs', () => {
  const events = at(
    ...before,
    ['03 09:05', by(tom, arrived())],
    ['03 10:40', by(tom, left())],
    ['05 09:00', by(tom, a.noteAdded)],
  )
  expect(attendances(events, { from: '2026-11-04' })).toMatchObject([{ day: '2026-11-05' }])
})
