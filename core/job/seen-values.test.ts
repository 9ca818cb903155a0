import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isJobCommand, isJobEvent } from '#core/ledger/ledger.ts'
import { audienceOf, visible } from '#core/model/access.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { by, companyId, type Given, given, idOf, jobAfter, jobId, now, priya, tom } from '#test/core/given-when-then.ts'
import { bath, completed, jobWithTwoTasks, status, tap, warned } from '#test/core/job-events.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'
import { sequences, sequencesTimeout } from '#test/core/random-sequences.ts'
import { decide } from './decisions.ts'
import { evolve } from './job.ts'
import type { JobCommand } from './messages.ts'
import { hasMovedOn, isSetting, withoutSeen, withSeen } from './seen-values.ts'

vi.setConfig({ testTimeout: sequencesTimeout })

const movedOn = 'Someone else has changed this in the meantime.'
const visit = (nextVisitHours: 0 | 2 | 3, nextVisitPeople: 0 | 1 | 2) => ({ nextVisitHours, nextVisitPeople })
const priyasVisit = by(priya, { type: 'NextVisitSet', data: visit(2, 1) })
const booking = { access: '', assignedTo: [tom.userId], jobBookingId: idOf('f', 2) }
const nine = { jobStart: '2026-11-24T09:00:00.000Z', jobEnd: '2026-11-24T11:00:00.000Z' }
const two = { jobStart: '2026-11-24T14:00:00.000Z', jobEnd: '2026-11-24T16:00:00.000Z' }
const image = { imageId: idOf('e', 1), src: '/tap.webp', description: '' }

test('a next visit decided on older values does not replace a newer one', () => {
  const late = { type: 'SetNextVisit', data: { jobId, ...visit(3, 2), from: visit(0, 0) } } as const
  given(jobWithTwoTasks, priyasVisit).when(late, tom).refuses(movedOn)
  given(jobWithTwoTasks)
    .when(late, tom)
    .gives({ type: 'NextVisitSet', data: visit(3, 2) })
})

test('a value that is there already changes nothing, whatever was seen', () => {
  const same = { type: 'SetNextVisit', data: { jobId, ...visit(2, 1), from: visit(0, 0) } } as const
  given(jobWithTwoTasks, priyasVisit).when(same, tom).givesNothing()
})

test('so it is with a warning, a visit, a price and the description of an image', () => {
  const warning = { type: 'ChangeWarning', data: { jobId, warning: 'no access', from: { warning: '' } } } as const
  given(jobWithTwoTasks, by(priya, warned('', 'management')))
    .when(warning, tom)
    .refuses(movedOn)
  const { jobBookingId, ...ofNine } = { ...booking, ...nine }
  const seen = { type: 'ScheduleJob', data: { jobId, jobBookingId, ...ofNine, ...two, from: ofNine } } as const
  const booked = (times: typeof nine) => by(priya, { type: 'JobScheduled', data: { ...booking, ...times } })
  const later = { ...two, jobEnd: '2026-11-24T17:00:00.000Z' }
  given(jobWithTwoTasks, booked(nine), booked(later)).when(seen, priya).refuses(movedOn)
  given(jobWithTwoTasks, booked(nine), status('pending', 'booked', 'scheduled'))
    .when(seen, priya)
    .gives({ type: 'JobScheduled', data: { ...booking, ...two } })
  const price = { type: 'PriceTask', data: { jobId, taskId: tap.taskId, price: 9_000, from: {} } } as const
  const priced = by(priya, { type: 'TaskPriced', data: { taskId: tap.taskId, price: 4_500 } })
  given(jobWithTwoTasks, priced).when(price).refuses(movedOn)
  const described = by(priya, { type: 'ImageDescribed', data: { imageId: image.imageId, description: 'Before' } })
  const from = { description: '' }
  const words = { type: 'DescribeImage', data: { jobId, imageId: image.imageId, description: 'Tap', from } } as const
  given(jobWithTwoTasks, { type: 'ImageAdded', data: image }, described).when(words).refuses(movedOn)
})

describe('a visit', () => {
  const moved = { type: 'JobScheduled', data: { ...booking, ...two } } as const
  const booked = [
    jobWithTwoTasks,
    { type: 'JobScheduled', data: { ...booking, ...nine } },
    status('pending', 'booked', 'scheduled'),
  ] as const
  const deletion: JobCommand = { type: 'DeleteBooking', data: { jobId } }
  const gone = [
    { type: 'BookingDeleted', data: { jobBookingId: booking.jobBookingId } },
    status('booked', 'pending', 'booking deleted'),
  ] as const

  test('that somebody has moved since stands, whether it was deleted or its booking was undone', () => {
    const seen = withSeen(jobAfter(...booked), deletion)
    given(...booked, by(priya, moved))
      .when(seen)
      .refuses(movedOn)
    const ofBooking: JobCommand = { type: 'DeleteBooking', data: { jobId, jobBookingId: booking.jobBookingId } }
    given(...booked, by(priya, moved))
      .when(withSeen(jobAfter(...booked), ofBooking))
      .refuses(movedOn)
    given(...booked)
      .when(seen)
      .gives(...gone)
  })
  test('that was given to somebody else since stands', () => {
    const data = { ...booking, ...nine, assignedTo: [priya.userId] }
    given(...booked, by(priya, { type: 'JobScheduled', data }))
      .when(withSeen(jobAfter(...booked), deletion))
      .refuses(movedOn)
  })
  test('that was deleted since is deleted, and whatever was done to a task is no reason to keep one', () => {
    const seen = withSeen(jobAfter(...booked), deletion)
    given(...booked, ...gone)
      .when(seen)
      .givesNothing()
    given(...booked, by(tom, { type: 'TaskReady', data: { taskId: tap.taskId } }))
      .when(seen)
      .gives(...gone)
  })
  test('is deleted wherever it is by a command that does not say what was seen, such as the specified call', () => {
    given(...booked, by(priya, moved))
      .when(deletion)
      .gives(...gone)
    given(...booked, by(priya, moved))
      .when({ type: 'DeleteBooking', data: { jobId, jobBookingId: booking.jobBookingId } })
      .gives(...gone)
  })
})

describe('a time on site', () => {
  const arrivalId = idOf('f', 30)
  const at = { tapped: '2026-11-19T08:02:00.000Z', early: '2026-11-19T07:40:00.000Z', late: '2026-11-19T10:00:00.000Z' }
  const ids = { jobId, arrivalId, reason: 'Tapped late' }
  const { jobBookingId } = booking
  const arrived = by(tom, { type: 'ArrivedOnSite', data: { arrivalId, jobBookingId } })
  const there = [jobWithTwoTasks, by(priya, { type: 'JobScheduled', data: { ...booking, ...nine } }), arrived] as const
  const corrected = { from: at.tapped, to: '2026-11-19T07:55:00.000Z', reason: 'The concierge says so' }
  const priyas = by(priya, { type: 'ArrivalTimeChanged', data: { arrivalId, ...corrected } })
  const change = (data: { arrivedAt?: string; leftAt?: string }) =>
    ({ type: 'ChangeTimeOnSite', data: { ...ids, ...data } }) as const

  test('that was changed by somebody else in the meantime stands', () => {
    const seen = withSeen(jobAfter(...there), change({ arrivedAt: at.early }))
    given(...there, priyas)
      .when(seen, tom)
      .refuses(movedOn)
    given(...there)
      .when(seen, tom)
      .gives({ type: 'ArrivalTimeChanged', data: { arrivalId, from: at.tapped, to: at.early, reason: 'Tapped late' } })
  })
  test('is corrected by one who says that they saw both, whatever became of the other', () => {
    const left = by(tom, { type: 'LeftSite', data: { arrivalId } })
    const { data } = change({ arrivedAt: at.early })
    const seen = {
      type: 'ChangeTimeOnSite',
      data: { ...data, from: { arrivedAt: at.tapped, leftAt: at.late } },
    } as const
    given(...there, left)
      .when(seen, tom)
      .gives({ type: 'ArrivalTimeChanged', data: { arrivalId, from: at.tapped, to: at.early, reason: 'Tapped late' } })
  })
  test('is two values: one person may correct Arrived while another corrects Left', () => {
    const seen = withSeen(jobAfter(...there), change({ leftAt: at.late }))
    given(...there, priyas)
      .when(seen, tom)
      .gives({ type: 'LeavingTimeChanged', data: { arrivalId, to: at.late, reason: 'Tapped late' } })
    const left = by(tom, { type: 'LeftSite', data: { arrivalId } })
    given(...there, left)
      .when(seen, priya)
      .refuses(movedOn)
  })
  test('is replaced by a command of an earlier build, which does not say what was seen', () => {
    given(...there, priyas)
      .when(change({ arrivedAt: at.early }), tom)
      .gives({
        type: 'ArrivalTimeChanged',
        data: { arrivalId, from: corrected.to, to: at.early, reason: 'Tapped late' },
      })
  })
})

describe('an invoice', () => {
  const numbered = (invoice: string, vat?: 'exempt'): Given => ({
    type: 'JobInvoiced',
    data: { invoice, ...(vat ? { vat } : {}) },
  })
  const done = [jobWithTwoTasks, completed(tap), completed(bath), status('pending', 'completed', 'tasks')] as const
  const invoiced = [...done, warned('', 'invoiced'), numbered('INV-1')] as const
  const change = (data: Omit<Extract<JobCommand, { type: 'ChangeWarning' }>['data'], 'jobId'>): JobCommand => ({
    type: 'ChangeWarning',
    data: { jobId, ...data },
  })
  const toThird = change({ warning: 'invoiced', invoice: 'INV-3' })
  const seen = (command: JobCommand) => withSeen(jobAfter(...invoiced), command)

  test('whose number or VAT somebody has changed since stands', () => {
    given(...invoiced, by(priya, numbered('INV-2')))
      .when(seen(toThird))
      .refuses(movedOn)
    given(...invoiced, by(priya, numbered('INV-1', 'exempt')))
      .when(seen(toThird))
      .refuses(movedOn)
    given(...invoiced)
      .when(seen(toThird))
      .gives({ type: 'JobInvoiced', data: { invoice: 'INV-3' } })
    given(...invoiced, by(priya, numbered('INV-3')))
      .when(seen(toThird))
      .givesNothing()
  })
  test('is not cleared under another number than the one that was seen', () => {
    const free = change({ warning: 'free of charge' })
    given(...invoiced, by(priya, numbered('INV-2')))
      .when(seen(free))
      .refuses(movedOn)
    given(...invoiced)
      .when(seen(free))
      .gives(warned('invoiced', 'free of charge'), { type: 'InvoiceCleared', data: {} })
  })
  test('is changed by a command of an earlier build, which says nothing of its number', () => {
    given(...invoiced, by(priya, numbered('INV-2')))
      .when(change({ warning: 'invoiced', invoice: 'INV-3', from: { warning: 'invoiced' } }))
      .gives({ type: 'JobInvoiced', data: { invoice: 'INV-3' } })
  })
  test('that a caller names beside a warning that leaves it alone plays no part', () => {
    const management = change({ warning: 'management', from: { warning: 'invoiced', invoice: 'INV-1', vat: '' } })
    given(...invoiced)
      .when(management)
      .gives(warned('invoiced', 'management'))
    const back = change({ warning: '', undo: true, from: { warning: 'invoiced', invoice: 'INV-1', vat: '' } })
    given(...invoiced)
      .when(back)
      .gives(warned('invoiced', ''), { type: 'InvoiceCleared', data: {} })
    given(...invoiced, by(priya, numbered('INV-1', 'exempt')))
      .when(back)
      .refuses(movedOn)
  })
  test('is first made where none was seen, by one of two who try', () => {
    const first = withSeen(jobAfter(...done), toThird)
    given(...done)
      .when(first)
      .gives(warned('', 'invoiced'), { type: 'JobInvoiced', data: { invoice: 'INV-3' } })
    given(...invoiced)
      .when(first)
      .refuses(movedOn)
  })
})

test('a value was seen also when its instant was written in another way', () => {
  const job = jobAfter(jobWithTwoTasks, { type: 'JobScheduled', data: { ...booking, ...nine } })
  const { jobBookingId, ...ofTwo } = { ...booking, ...two }
  const move: JobCommand = { type: 'ScheduleJob', data: { jobId, jobBookingId, ...ofTwo } }
  expect(withSeen(job, move).data).toMatchObject({ from: { ...nine, access: '', assignedTo: [tom.userId] } })
  const otherwise = { ...ofTwo, ...nine, jobStart: '2026-11-24T09:00:00Z' }
  expect(hasMovedOn(job, { type: 'ScheduleJob', data: { ...move.data, from: otherwise } }, 'admin')).toBe(false)
  expect(hasMovedOn(job, { type: 'ScheduleJob', data: { ...move.data, from: {} } }, 'admin')).toBe(true)
})

test('a command without a seen value replaces any value', () => {
  const late = { type: 'SetNextVisit', data: { jobId, ...visit(3, 2), from: visit(0, 0) } } as const
  expect(withoutSeen(late)).toEqual({ type: 'SetNextVisit', data: { jobId, ...visit(3, 2) } })
  given(jobWithTwoTasks, priyasVisit)
    .when(withoutSeen(late), tom)
    .gives({ type: 'NextVisitSet', data: visit(3, 2) })
})

test('whatever the commands, what was seen decides whether a value is replaced, and never by what', () => {
  fc.assert(
    fc.property(steps, (sample) => {
      const ledger = memoryLedger()
      for (const { command, who } of sample) {
        const log = [...ledger.log]
        ledger.handle(command, who)
        if (!isJobCommand(command) || !isSetting(command)) continue
        const job = log
          .filter(isJobEvent)
          .filter(({ streamId }) => streamId === command.data.jobId)
          .reduce(evolve, undefined)
        if (!job) continue
        const context = { actorId: who.userId, actorRole: who.role, companyId, at: now, facts: {} }
        const decided = (one: JobCommand) => decide(job, one, context)
        const replacing = decided(withoutSeen(command))
        // A device has seen what its person may know.
        expect(decided(withSeen(visible(audienceOf(who.role), job), command))).toEqual(replacing)
        const outcome = decided(command)
        if (isRefusal(outcome) && outcome.refused === 'value-moved-on') expect(replacing).not.toEqual([])
        else expect(outcome).toEqual(replacing)
      }
    }),
    sequences,
  )
})
