import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command, Event } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { by, dana, given, idOf, jobAfter, jobId, maya, now, priya, tom } from '#test/core/given-when-then.ts'
import * as a from '#test/core/job-events.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { arrivalNow, isOnSite, lengthOfStay } from './visit/time-on-site.ts'
import type { VisitEvent } from './visit/visit-messages.ts'

const { jobBookingId } = a.booking
const arrivalId = idOf('f', 30)
const second = idOf('f', 31)
const toms: Event = { type: 'JobScheduled', data: { ...a.booking, assignedTo: [tom.userId] } }
const booked = [a.jobCreated, toms] as const
const arrived = by(tom, { type: 'ArrivedOnSite', data: { arrivalId, jobBookingId } })
const left = by(tom, { type: 'LeftSite', data: { arrivalId } })
const arrive = (id = arrivalId): Command => ({ type: 'ArriveOnSite', data: { jobId, arrivalId: id, jobBookingId } })
const leave = (id = arrivalId): Command => ({ type: 'LeaveSite', data: { jobId, arrivalId: id } })
const withdrawArrival: Command = { type: 'WithdrawArrival', data: { jobId, arrivalId } }
const withdrawLeaving: Command = { type: 'WithdrawLeaving', data: { jobId, arrivalId } }
type Change = Extract<Command, { type: 'ChangeTimeOnSite' }>['data']
const change = (to: Pick<Change, 'arrivedAt' | 'leftAt'>, reason = 'Tapped late'): Command => ({
  type: 'ChangeTimeOnSite',
  data: { jobId, arrivalId, reason, ...to },
})
/** The third event of a job is recorded two minutes after its first. */
const thirdAt = '2026-11-19T08:02:00.000Z'

describe('Arrived', () => {
  test('is recorded for somebody assigned to the visit, and for the office', () => {
    given(...booked)
      .when(arrive(), tom)
      .gives({ type: 'ArrivedOnSite', data: { arrivalId, jobBookingId } })
    given(...booked)
      .when(arrive(), priya)
      .gives({ type: 'ArrivedOnSite', data: { arrivalId, jobBookingId } })
    const notYours = 'Only the people assigned to this visit and the office may do this.'
    given(...booked)
      .when(arrive(), maya)
      .refuses(notYours)
  })
  test('counts for somebody who was assigned when they went there, whatever became of the booking', () => {
    const mayas: Event = { type: 'JobScheduled', data: { ...a.booking, assignedTo: [maya.userId] } }
    const another: Event = { type: 'JobScheduled', data: { ...a.booking, jobBookingId: idOf('f', 40), assignedTo: [] } }
    const recorded: Event = { type: 'ArrivedOnSite', data: { arrivalId, jobBookingId } }
    for (const since of [mayas, another, a.bookingDeleted])
      given(...booked, since)
        .when(arrive(), tom)
        .gives(recorded)
    given(a.jobCreated).when(arrive(), tom).refuses('Visit not found.')
    given().when(arrive(), tom).refuses('Job not found.')
  })
  test('is recorded once, also on a second phone, but again after having left', () => {
    given(...booked, arrived)
      .when(arrive(), tom)
      .givesNothing()
    const job = jobAfter(...booked, arrived)
    expect(arrivalNow(job, tom.userId, '2026-11-19T17:00:00.000Z')?.arrivalId).toBe(arrivalId)
    expect(arrivalNow(job, tom.userId, now)).toBeUndefined()
    given(...booked, arrived, left)
      .when(arrive(second), tom)
      .gives({ type: 'ArrivedOnSite', data: { arrivalId: second, jobBookingId } })
  })
  test('says when, by both clocks, and for which times it was booked', () => {
    expect(jobAfter(...booked, arrived).arrivals).toEqual([
      {
        arrivalId,
        jobBookingId,
        userId: tom.userId,
        arrivedAt: thirdAt,
        recordedAt: '2026-11-19T08:02:01.000Z',
        booked: { jobStart: a.booking.jobStart, jobEnd: a.booking.jobEnd },
        versions: [3],
      },
    ])
  })
})

describe('Left', () => {
  test('ends the time on site of the person, by the person or the office', () => {
    for (const who of [tom, dana])
      given(...booked, arrived)
        .when(leave(), who)
        .gives({ type: 'LeftSite', data: { arrivalId } })
    given(...booked, arrived)
      .when(leave(), maya)
      .refuses('Only this person and the office may do this.')
    given(...booked, arrived, left)
      .when(leave(), tom)
      .givesNothing()
    expect(jobAfter(...booked, arrived, left).arrivals).toMatchObject([{ leftAt: '2026-11-19T08:03:00.000Z' }])
  })
  test('of an arrival that was only a second tap ends the first one', () => {
    const ledger = memoryLedger()
    const { userId } = tom
    const invited: Command = { type: 'InviteMember', data: { userId, userRole: 'team' } }
    const tasks = [{ taskId: idOf('c', 1), description: 'Tap' }]
    const create: Command = { type: 'CreateJob', data: { jobId, apartmentName: 'x', createdAt: '2026-11-19', tasks } }
    const schedule: Command = { type: 'ScheduleJob', data: { jobId, ...a.booking, assignedTo: [userId] } }
    for (const command of [invited, create, schedule]) ledger.handle(command, dana)
    ledger.handle(arrive(), tom)
    expect(ledger.handle(arrive(second), tom)).toEqual([])
    expect(ledger.handle(leave(second), tom)).toMatchObject([{ type: 'LeftSite', data: { arrivalId } }])
  })
  test('without an arrival is refused', () =>
    given(...booked)
      .when(leave(), tom)
      .refuses('This arrival was withdrawn or never recorded.'))
})

describe('a mistake', () => {
  test('is withdrawn: the arrival with its times, or only having left', () => {
    given(...booked, arrived)
      .when(withdrawArrival, tom)
      .gives({ type: 'ArrivalWithdrawn', data: { arrivalId, arrivedAt: thirdAt } })
    const leftAt = '2026-11-19T08:03:00.000Z'
    given(...booked, arrived, left)
      .when(withdrawArrival, dana)
      .gives({ type: 'ArrivalWithdrawn', data: { arrivalId, arrivedAt: thirdAt, leftAt } })
    given(...booked, arrived, left)
      .when(withdrawLeaving, tom)
      .gives({ type: 'LeavingWithdrawn', data: { arrivalId, leftAt } })
    given(...booked, arrived)
      .when(withdrawLeaving, tom)
      .givesNothing()
    given(...booked, arrived)
      .when(withdrawArrival, maya)
      .refuses('Only this person and the office may do this.')
    const backAgain = jobAfter(
      ...booked,
      arrived,
      left,
      by(tom, { type: 'LeavingWithdrawn', data: { arrivalId, leftAt } }),
    )
    expect(backAgain.arrivals?.[0]).not.toHaveProperty('leftAt')
    expect(
      jobAfter(...booked, arrived, by(tom, { type: 'ArrivalWithdrawn', data: { arrivalId, arrivedAt: thirdAt } })),
    ).toMatchObject({ arrivals: [] })
  })
  test('is corrected: a time is changed with a reason, and what was tapped stays in the event', () => {
    const earlier = '2026-11-19T07:40:00.000Z'
    given(...booked, arrived)
      .when(change({ arrivedAt: earlier }), tom)
      .gives({ type: 'ArrivalTimeChanged', data: { arrivalId, from: thirdAt, to: earlier, reason: 'Tapped late' } })
    const later = '2026-11-19T09:30:00.000Z'
    given(...booked, arrived)
      .when(change({ leftAt: later }), dana)
      .gives({ type: 'LeavingTimeChanged', data: { arrivalId, to: later, reason: 'Tapped late' } })
    given(...booked, arrived)
      .when(change({ arrivedAt: thirdAt }), tom)
      .givesNothing()
    given(...booked, arrived)
      .when(change({ arrivedAt: earlier }), maya)
      .refuses('Only this person and the office may do this.')
    given(...booked, arrived)
      .when(change({ arrivedAt: earlier }, ' '), tom)
      .refuses('Enter a reason.', 'reason')
    given(...booked, arrived)
      .when(change({ arrivedAt: '2026-11-20T09:00:01.000Z' }), tom)
      .refuses('This time is in the future.', 'arrivedAt')
    given(...booked, arrived)
      .when(change({ leftAt: thirdAt }), tom)
      .refuses('Left must be after Arrived.', 'leftAt')
  })
  test('is not corrected in two ways: the time of an arrival changes at the visit only', () => {
    const correct: Command = {
      type: 'CorrectTime',
      data: { jobId, version: 3, happenedAt: '2026-11-19T07:40:00.000Z', reason: 'Tapped late' },
    }
    given(...booked, arrived)
      .when(correct)
      .refuses('Change this time at the visit instead.')
  })
})

const noAccessId = idOf('f', 50)
type NoAccess = Extract<VisitEvent, { type: 'NoAccessReported' }>['data']
const atTheDoor: NoAccess = {
  noAccessId,
  jobBookingId,
  why: 'nobody in',
  tried: ['knocked', 'called the tenant'],
  tenantCalledAt: '2026-11-20T08:55:00.000Z',
  atDoorFrom: '2026-11-20T08:48:00.000Z',
  note: 'Dog barking inside, nobody came.',
  imageId: idOf('e', 5),
  position: '53.79460, -1.54780 ±20 m',
}
const report = (over: Partial<NoAccess> = {}): Command => ({
  type: 'ReportNoAccess',
  data: { jobId, ...atTheDoor, ...over },
})

describe('no access', () => {
  test('is recorded with what was tried, and sets the warning and the status in the same change', () => {
    given(...booked, a.status('pending', 'booked', 'scheduled'))
      .when(report(), tom)
      .gives(
        { type: 'NoAccessReported', data: atTheDoor },
        { type: 'WarningChanged', data: { from: '', to: 'no access' } },
        { type: 'JobStatusChanged', data: { from: 'booked', to: 'pending', reason: 'warning' } },
      )
  })
  test('is recorded again at the next visit, when the warning is set already', () =>
    given(...booked, a.warned('', 'no access'))
      .when(report(), tom)
      .gives({ type: 'NoAccessReported', data: atTheDoor }))
  test('is for those assigned to the visit, and the office', () => {
    given(...booked)
      .when(report(), maya)
      .refuses('Only the people assigned to this visit and the office may do this.')
    given(...booked, by(tom, { type: 'NoAccessReported', data: atTheDoor }))
      .when(report(), tom)
      .givesNothing()
  })
  test('leaves out times that do not fit the time of the report, and calls that were not made', () => {
    const { tenantCalledAt: _, atDoorFrom: _from, ...rest } = atTheDoor
    given(...booked, a.warned('', 'no access'))
      .when(report({ atDoorFrom: '2026-11-20T09:00:01.000Z', tenantCalledAt: '2025-11-20T09:00:00.000Z' }), tom)
      .gives({ type: 'NoAccessReported', data: rest })
    given(...booked, a.warned('', 'no access'))
      .when(report({ tried: ['knocked', 'knocked'], atDoorFrom: undefined }), tom)
      .gives({ type: 'NoAccessReported', data: { ...rest, tried: ['knocked'] } })
  })
  test('stays as it was recorded, with both clocks', () => {
    const job = jobAfter(...booked, by(tom, { type: 'NoAccessReported', data: atTheDoor }))
    expect(job.noAccess).toEqual([
      {
        ...atTheDoor,
        userId: tom.userId,
        happenedAt: thirdAt,
        recordedAt: '2026-11-19T08:02:01.000Z',
        booked: { jobStart: a.booking.jobStart, jobEnd: a.booking.jobEnd },
      },
    ])
  })
})

test('a forgotten Left does not keep somebody on site for ever', () => {
  const there = { arrivedAt: '2026-11-19T08:00:00.000Z' }
  expect(isOnSite(there, '2026-11-19T23:59:59.999Z')).toBe(true)
  expect(isOnSite(there, '2026-11-20T00:00:00.000Z')).toBe(false)
  expect(isOnSite({ ...there, leftAt: '2026-11-19T08:30:00.000Z' }, '2026-11-19T08:31:00.000Z')).toBe(false)
})

test('a clock that was set back gives no time on site rather than less than none', () => {
  const stay = { arrivedAt: '2026-11-19T09:00:00.000Z', leftAt: '2026-11-19T08:00:00.000Z' }
  expect(lengthOfStay(stay, now)).toBe(0)
})

test('whatever anybody taps, nobody is on site twice at one visit, and nobody leaves without having arrived', () => {
  const id = fc.constantFrom(arrivalId, second, idOf('f', 32))
  const tap = fc.oneof(
    id.map((one) => arrive(one)),
    id.map((one) => leave(one)),
    id.map((one): Command => ({ type: 'WithdrawArrival', data: { jobId, arrivalId: one } })),
    id.map((one): Command => ({ type: 'WithdrawLeaving', data: { jobId, arrivalId: one } })),
  )
  const taps = fc.array(fc.record({ command: tap, who: fc.constantFrom(tom, maya, dana) }), { maxLength: 40 })
  fc.assert(
    fc.property(taps, (sample) => {
      const ledger = memoryLedger()
      const tasks = [{ taskId: idOf('c', 1), description: 'Tap' }]
      const people = [tom, maya].map(({ userId }) => ({ userId, userRole: 'team' as const }))
      for (const data of people) ledger.handle({ type: 'InviteMember', data }, dana)
      ledger.handle({ type: 'CreateJob', data: { jobId, apartmentName: 'x', createdAt: '2026-11-19', tasks } }, dana)
      ledger.handle({ type: 'ScheduleJob', data: { jobId, ...a.booking } }, dana)
      for (const { command, who } of sample) ledger.handle(command, who)
      const gone = new Set<string>()
      const there = new Map<string, string>()
      for (const { type, data, actorId = '' } of ledger.log) {
        if (type === 'ArrivedOnSite') {
          expect(there.get(actorId)).toBeUndefined()
          there.set(actorId, data.arrivalId)
          gone.delete(data.arrivalId)
        }
        if (type === 'LeftSite') {
          expect(gone).not.toContain(data.arrivalId)
          for (const [userId, one] of there) if (one === data.arrivalId) there.delete(userId)
        }
        if (type === 'ArrivalWithdrawn') {
          gone.add(data.arrivalId)
          for (const [userId, one] of there) if (one === data.arrivalId) there.delete(userId)
        }
        if (type === 'LeavingWithdrawn') expect(gone).not.toContain(data.arrivalId)
      }
      expect(isRefusal(ledger.handle(arrive(idOf('f', 33)), dana))).toBe(false)
    }),
    { numRuns: 300 },
  )
})
