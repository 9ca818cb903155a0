import { describe, expect, test } from 'vitest'
import type { Event, StoredEvent } from '#core/ledger/ledger.ts'
import { by, dana, type Given, idOf, maya, recorded, tom } from '#test/core/given-when-then.ts'
import * as a from '#test/core/job-events.ts'
import { attendancesOf } from './attendances.ts'
import { type EvidenceChoice, evidenceOf } from './evidence.ts'
import { namesThen } from './task-names.ts'

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
/** The events from this version on, as sent later: recorded at this time. */
const sentLater = (events: readonly StoredEvent[], from: number, [day, time]: readonly [string, string]) =>
  events.map((event) => (event.version < from ? event : { ...event, recordedAt: `2026-11-${day}T${time}:00.000Z` }))
const attendances = (events: readonly StoredEvent[], choice: Partial<EvidenceChoice> = {}) =>
  attendancesOf(evidenceOf(events, { ...whole, ...choice }), zone)

const arrived = (nth = 1): Event => ({ type: 'ArrivedOnSite', data: { arrivalId: idOf('f', nth), jobBookingId } })
const left = (nth = 1): Event => ({ type: 'LeftSite', data: { arrivalId: idOf('f', nth) } })
const day = { jobCreated: ['02 08:00', a.jobCreated], booked: ['02 08:01', a.jobScheduled] } as const
const before: [string, Given][] = [[...day.jobCreated], [...day.booked]]

test('a call-out over midnight is one attendance, with the work that was done after midnight', () => {
  const all = attendances(
    at(
      ...before,
      ['03 23:00', by(tom, arrived())],
      ['04 00:20', by(tom, a.imageAdded)],
      ['04 00:30', by(tom, a.taskCompleted)],
      ['04 00:40', by(tom, left())],
    ),
  )
  expect(all).toMatchObject([
    {
      day: '2026-11-03',
      first: '2026-11-03T23:00:00.000Z',
      last: '2026-11-04T00:40:00.000Z',
      completed: [expect.any(String)],
      photos: [expect.any(Number)],
      byRecords: false,
    },
  ])
})

test('a comment that its author deleted is not quoted, whether or not another was left', () => {
  const comment = (noteId: string, note: string): Event => ({ type: 'NoteAdded', data: { noteId, note } })
  const deleted: [string, Given][] = [
    ['03 09:05', by(tom, arrived())],
    ['03 09:20', by(tom, comment(idOf('d', 77), 'Wrong job, ignore'))],
    ['03 09:21', by(tom, { type: 'NoteDeleted', data: { noteId: idOf('d', 77) } })],
  ]
  expect(attendances(at(...before, ...deleted)).map((one) => one.comment)).toEqual([undefined])
  const other: [string, Given] = ['03 09:10', by(tom, comment(idOf('d', 78), 'Meter 28%'))]
  expect(attendances(at(...before, other, ...deleted)).map((one) => one.comment)).toEqual(['Meter 28%'])
})

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

describe('an attendance that was recorded later than it happened', () => {
  const visit = at(
    ...before,
    ['03 09:05', by(tom, arrived())],
    ['03 09:30', by(tom, a.taskCompleted)],
    ['03 10:40', by(tom, left())],
  )

  test('has the server’s first and last time beside the device’s', () => {
    const [one] = attendances(sentLater(sentLater(visit, 3, ['22', '10:02']), 5, ['22', '10:05']))
    expect(one).toMatchObject({
      day: '2026-11-03',
      first: '2026-11-03T09:05:00.000Z',
      firstRecordedAt: '2026-11-22T10:02:00.000Z',
      recordedLate: { first: '2026-11-22T10:02:00.000Z', last: '2026-11-22T10:05:00.000Z' },
    })
  })

  test('by 15 minutes or less has only one time', () => {
    expect(attendances(visit)[0]).not.toHaveProperty('recordedLate')
    expect(attendances(sentLater(visit, 5, ['03', '10:55']))[0]).not.toHaveProperty('recordedLate')
    expect(attendances(sentLater(visit, 5, ['03', '10:56']))[0]).toHaveProperty('recordedLate')
  })

  test('shows the server’s time of work that was sent later than its Arrived and Left', () => {
    const [one] = attendances(
      visit.map((event) => (event.version === 4 ? { ...event, recordedAt: '2026-11-03T18:00:00.000Z' } : event)),
    )
    expect(one).toMatchObject({ recordedLate: { first: '2026-11-03T18:00:00.000Z', last: '2026-11-03T18:00:00.000Z' } })
  })

  test('shows when a time was changed, from what, by whom and why', () => {
    const [from, to] = ['2026-11-03T09:05:00.000Z', '2026-11-03T08:10:00.000Z']
    const data = { arrivalId: idOf('f', 1), from, to, reason: 'Tapped late' }
    const [one] = attendances(
      at(...before, ['03 09:05', by(tom, arrived())], ['04 20:00', by(dana, { type: 'ArrivalTimeChanged', data })]),
    )
    const recordedAt = '2026-11-04T20:00:00.000Z'
    expect(one).toMatchObject({
      firstRecordedAt: recordedAt,
      recordedLate: { first: recordedAt, last: recordedAt },
      timesChanged: [{ side: 'arrived', from, to, reason: 'Tapped late', userId: dana.userId, recordedAt }],
    })
  })
})

describe('an attendance is made of the events of its day', () => {
  test('a Left that was tapped days later is not when somebody left, but the last record of the day is', () => {
    const [one] = attendances(
      at(
        ...before,
        ['03 09:05', by(tom, arrived())],
        ['03 09:50', by(tom, a.taskCompleted)],
        ['22 10:12', by(tom, left())],
      ),
    )
    expect(one).toMatchObject({ last: '2026-11-03T09:50:00.000Z', byRecords: true })
  })

  test('a visit past midnight ends when its Left was tapped', () => {
    const found = attendances(at(...before, ['03 22:30', by(tom, arrived())], ['04 01:15', by(tom, left())]))
    expect(found).toMatchObject([{ day: '2026-11-03', last: '2026-11-04T01:15:00.000Z', byRecords: false }])
  })
})

describe('the tasks of an attendance', () => {
  const renamed: Event = { type: 'TaskDescribed', data: { ...a.tap, description: 'Replace boiler' } }

  test('have the names of that moment, not those that they had when the device sent its work', () => {
    const events = at(...before, ['20 08:00', renamed], ['03 09:30', by(tom, a.taskCompleted)])
    expect(attendances(events)).toMatchObject([{ day: '2026-11-03', completed: [a.tap.description] }])
    expect([...namesThen(evidenceOf(events, whole))]).toEqual([[4, a.tap.description]])
    const later = at(...before, ['20 08:00', renamed], ['21 09:30', by(tom, a.taskCompleted)])
    expect(attendances(later)).toMatchObject([{ day: '2026-11-21', completed: ['Replace boiler'] }])
    expect(namesThen(evidenceOf(later, whole)).size).toBe(0)
  })

  test('are told apart by their ids: one that is renamed and reopened on the same day is not done', () => {
    const events = at(
      ...before,
      ['03 09:30', by(tom, a.taskCompleted)],
      ['03 09:40', renamed],
      ['03 09:50', by(tom, a.reopened(a.tap))],
    )
    expect(attendances(events)).toMatchObject([{ completed: [] }])
  })
})
