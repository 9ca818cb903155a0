import { describe, expect, test } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import { readable } from '#core/history/readable-changes.ts'
import { undoOf } from '#core/history/undo.ts'
import { decide } from '#core/ledger/decide.ts'
import { type Command, type Event, forTeam } from '#core/ledger/ledger.ts'
import {
  by,
  companyId,
  dana,
  type Given,
  given,
  idOf,
  jobAfter,
  jobId,
  maya,
  now,
  recorded,
  tom,
} from '#test/core/given-when-then.ts'
import * as a from '#test/core/job-events.ts'
import { onTheWayNow } from './on-the-way.ts'

const { jobBookingId } = a.booking
const [onWayId, again] = [idOf('f', 30), idOf('f', 31)]
const booking = { ...a.booking, assignedTo: [tom.userId] }
const toms: Event = { type: 'JobScheduled', data: booking }
const booked = [a.jobCreated, toms] as const
const setOff = (minutes?: 15 | 30 | 45, id = onWayId) => ({
  onWayId: id,
  jobBookingId,
  ...(minutes === undefined ? {} : { minutes }),
})
const say = (minutes?: 15 | 30 | 45, id = onWayId): Command => ({
  type: 'SayOnTheWay',
  data: { jobId, ...setOff(minutes, id) },
})
const said = (minutes?: 15 | 30 | 45, id = onWayId): Given =>
  by(tom, { type: 'OnTheWaySaid', data: setOff(minutes, id) })
const takeBack: Command = { type: 'WithdrawOnTheWay', data: { jobId, onWayId } }
const takenBack: Event = { type: 'OnTheWayWithdrawn', data: { onWayId } }
const arrived: Given = by(tom, { type: 'ArrivedOnSite', data: { arrivalId: idOf('f', 40), jobBookingId } })
/** The third event of a job is recorded two minutes after its first. */
const thirdAt = '2026-11-19T08:02:00.000Z'
/** Who is on the way some minutes after the third event. */
const onTheWay = (events: readonly Given[], minutes = 1) =>
  onTheWayNow(jobAfter(...events), new Date(Date.parse(thirdAt) + minutes * 60_000).toISOString()).map(
    ({ userId, expectedAt }) => [userId, expectedAt],
  )

describe('On the way', () => {
  test('is for those who go to the visit and the office, with a rough time or none', () => {
    given(...booked)
      .when(say(15), tom)
      .gives({ type: 'OnTheWaySaid', data: setOff(15) })
    given(...booked)
      .when(say(), tom)
      .gives({ type: 'OnTheWaySaid', data: setOff() })
    given(...booked)
      .when(say(45), dana)
      .gives({ type: 'OnTheWaySaid', data: setOff(45) })
    // Who was there the day before sets out again.
    given(...booked, arrived)
      .when(say(), tom)
      .gives({ type: 'OnTheWaySaid', data: setOff() })
    given(...booked)
      .when(say(), maya)
      .refuses('Only the people assigned to this visit and the office may do this.')
    given(a.jobCreated).when(say(), tom).refuses('Visit not found.')
  })
  test('is said once by a second tap, and anew when the time is another or has passed on', () => {
    const justNow = [...booked, said(30)]
    /** What is recorded when Tom taps so many minutes later. */
    const later = (minutes: number, command: Command) =>
      decide(recorded(...justNow), command, {
        actorId: tom.userId,
        actorRole: tom.role,
        companyId,
        at: new Date(Date.parse(thirdAt) + minutes * 60_000).toISOString(),
        facts: {},
      })
    expect(later(600, say(30))).toEqual([])
    expect(later(4, say(30, again))).toEqual([])
    for (const [minutes, command] of [
      [6, say(30, again)],
      [1, say(45, again)],
      [1, say(undefined, again)],
    ] as const)
      expect(later(minutes, command)).toMatchObject([{ type: 'OnTheWaySaid', data: { onWayId: again } }])
  })
  test('shows who comes and when they are expected, until they arrive or take it back', () => {
    expect(onTheWay([...booked, said(30)])).toEqual([[tom.userId, '2026-11-19T08:32:00.000Z']])
    expect(onTheWay([...booked, said()])).toEqual([[tom.userId, undefined]])
    expect(onTheWay([...booked, said(30), said(15, again)])).toEqual([[tom.userId, '2026-11-19T08:18:00.000Z']])
    expect(onTheWay([...booked, said(30), arrived])).toEqual([])
    expect(
      onTheWay([...booked, said(30), arrived, by(tom, { type: 'LeftSite', data: { arrivalId: idOf('f', 40) } })]),
    ).toEqual([])
    expect(onTheWay([...booked, said(30), by(tom, takenBack)])).toEqual([])
    expect(onTheWay([...booked, said(30), said(15, again), by(tom, takenBack)])).toHaveLength(1)
  })
  test('ends with no access, another time, another person, the booking and the job, and when it was forgotten', () => {
    const noAccess: Given = by(tom, {
      type: 'NoAccessReported',
      data: { noAccessId: idOf('f', 50), jobBookingId, why: 'nobody in', tried: [], note: '', imageId: idOf('e', 5) },
    })
    const moved: Given = { type: 'JobScheduled', data: { ...booking, jobEnd: '2026-11-20T12:00:00.000Z' } }
    const givenOn: Given = { type: 'JobScheduled', data: { ...booking, assignedTo: [maya.userId] } }
    const deleted: Given = { type: 'BookingDeleted', data: { jobBookingId } }
    for (const end of [noAccess, moved, givenOn, deleted, a.status('pending', 'completed', 'tasks')])
      expect(onTheWay([...booked, said(30), end])).toEqual([])
    expect(onTheWay([...booked, said(30)], 4 * 60 + 30)).toHaveLength(1)
    expect(onTheWay([...booked, said(30)], 4 * 60 + 31)).toEqual([])
    expect(onTheWay([...booked, said()], 4 * 60 + 1)).toEqual([])
  })
  test('is taken back by who said it and by the office', () => {
    given(...booked, said())
      .when(takeBack, tom)
      .gives(takenBack)
    given(...booked, said())
      .when(takeBack, dana)
      .gives(takenBack)
    given(...booked)
      .when(takeBack, tom)
      .givesNothing()
    given(...booked, said())
      .when(takeBack, maya)
      .refuses('Only the people assigned to this visit and the office may do this.')
  })
})

test('the history says who set off and when they are expected, for the team too, and can take it back', () => {
  const events = recorded(...booked, said(30), by(tom, takenBack))
  const reading = { zone: 'Europe/London', nameOf: () => '', now }
  const entries = historyOf(forTeam(events))
  expect(entries.slice(0, 2).map(({ sentence, changes }) => [sentence, readable(changes, reading)])).toEqual([
    ['withdrew being on the way', []],
    ['set off for the visit', [{ field: 'expectedAt', of: undefined, from: undefined, to: 'Thu 19 Nov, 08:32' }]],
  ])
  const context = { actorId: tom.userId, actorRole: 'team' as const, companyId: '', at: now, facts: {} }
  const undone = undoOf(
    { type: 'OnTheWaySaid', data: setOff(30) },
    jobAfter(...booked),
    jobAfter(...booked, said(30)),
    context,
  )
  expect(undone).toEqual({ type: 'WithdrawOnTheWay', data: { jobId, onWayId } })
})
