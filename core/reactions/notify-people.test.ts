import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { audienceOf } from '#core/model/access.ts'
import { memberRole, type Role } from '#core/model/messages.ts'
import { kindsFor, type Way } from '#core/notifications/kinds.ts'
import { noticesFor } from '#core/notifications/settings.ts'
import {
  by,
  dana,
  type Given,
  idOf,
  jobId,
  maya,
  type Person,
  priya,
  recorded,
  tom,
} from '#test/core/given-when-then.ts'
import {
  bath,
  booking,
  bookingDeleted,
  completed,
  jobCreated,
  jobScheduled,
  reopened,
  status,
  tap,
  toEstimate,
  warned,
} from '#test/core/job-events.ts'
import { tenant } from '#test/core/tenants/random-tenants.ts'
import { changesForTeam, withChange } from './changes.ts'
import type { Notification } from './notification.ts'
import { notifyPeople } from './notify-people.ts'
import { tellOf } from './tell.ts'

/** Everything in Fettle alone. */
const inFettle = (role: Role) =>
  Object.fromEntries(kindsFor(audienceOf(role)).map((kind) => [kind, ['app'] satisfies Way[]]))

const recipients = [dana, priya, tom, maya].map(({ userId, role: acting }) => {
  const role = memberRole(acting)
  if (!role) throw new Error('Only members are told')
  return { userId, role, notices: { ...noticesFor(audienceOf(role)), ways: inFettle(role) } }
})

/** What everybody has been told after these events, taken so many at a time, as the engine does. */
function toldAfterAll(events: readonly StoredEvent[], size = 100): Notification[] {
  const listened = events.filter((one) => notifyPeople.listensTo.includes(one.type))
  const earlier = new Map([[jobId, events.filter((one) => notifyPeople.looksBackAt.includes(one.type))]])
  const kept = new Map<string, Notification>()
  for (let from = 0; from < listened.length; from += size) {
    const { byId, forgotten } = tellOf(notifyPeople, listened.slice(from, from + size), {
      people: recipients,
      zone: 'Europe/London',
      earlier,
      unsettled: [...kept.values()].toSorted((a, b) => a.seq - b.seq),
      idOf: (seq, userId) => `${seq} ${userId}`,
    })
    for (const [id, one] of kept) if (forgotten.includes(one.userId)) kept.delete(id)
    for (const [id, one] of byId) one ? kept.set(id, one) : kept.delete(id)
  }
  return [...kept.values()]
}

const told = (person: Person, ...given: Given[]) =>
  toldAfterAll(recorded(...given))
    .filter((one) => one.userId === person.userId)
    .map((one) => one.changes)

const visit = { jobStart: booking.jobStart, jobEnd: booking.jobEnd }
const later = { jobStart: '2026-11-21T09:00:00.000Z', jobEnd: '2026-11-21T11:00:00.000Z' }
const moved: Given = { type: 'JobScheduled', data: { ...booking, ...later } }
const toMayaAlone: Given = { type: 'JobScheduled', data: { ...booking, assignedTo: [maya.userId] } }
/** Events are a minute apart. */
const minutes = (count: number): Given[] => Array.from({ length: count }, () => warned('', 'management'))

test('a visit that was booked, moved or cancelled is told to those who go, and to nobody else', () => {
  expect(told(tom, jobCreated, jobScheduled)).toEqual([{ visit: { to: visit, by: dana.userId } }])
  expect(told(priya, jobCreated, jobScheduled)).toEqual([])
  expect(told(tom, jobCreated, jobScheduled, ...minutes(11), moved).at(-1)).toEqual({
    visit: { from: visit, to: later, by: dana.userId },
  })
  expect(told(tom, jobCreated, jobScheduled, ...minutes(11), bookingDeleted).at(-1)).toMatchObject({
    visit: { from: visit },
  })
  expect(told(tom, jobCreated, jobScheduled, ...minutes(11), toMayaAlone).at(-1)?.visit?.to).toBeUndefined()
  expect(told(maya, jobCreated, jobScheduled, ...minutes(11), toMayaAlone)).toHaveLength(1)
  expect(told(tom, jobCreated, jobScheduled, ...minutes(11), status('booked', 'cancelled', 'warning'))).toHaveLength(2)
})

test('what happens to a job within ten minutes is one notification with its net effect', () => {
  expect(told(tom, jobCreated, jobScheduled, moved, moved)).toEqual([{ visit: { to: later, by: dana.userId } }])
  expect(told(tom, jobCreated, jobScheduled, bookingDeleted)).toEqual([])
  const estimates = [by(tom, toEstimate(tap)), by(tom, toEstimate(bath))]
  expect(told(dana, jobCreated, ...minutes(1), ...estimates)).toEqual([
    { toEstimate: { taskIds: [tap.taskId, bath.taskId], by: tom.userId } },
  ])
  expect(told(dana, jobCreated, ...estimates, by(tom, reopened(tap)))).toMatchObject([
    { toEstimate: { taskIds: [bath.taskId] } },
  ])
  expect(told(dana, jobCreated, ...estimates, by(tom, completed(tap)), by(tom, completed(bath)))).toEqual([])
  const finished = by(tom, status('pending', 'completed', 'tasks'))
  expect(told(priya, jobCreated, by(tom, warned('', 'no access')), finished)).toEqual([
    { noAccess: { by: tom.userId }, finished: { by: tom.userId } },
  ])
  expect(told(priya, jobCreated, finished, by(tom, status('completed', 'pending', 'tasks')))).toEqual([])
})

test('nobody is told of what they did themselves, but it takes back what they were told just before', () => {
  const byTom = by(tom, { type: 'JobScheduled', data: { ...booking, assignedTo: [tom.userId] } })
  expect(told(tom, jobCreated, byTom)).toEqual([])
  expect(told(tom, jobCreated, jobScheduled, by(tom, bookingDeleted))).toEqual([])
  expect(told(priya, jobCreated, by(priya, warned('', 'no access')))).toEqual([])
  expect(told(dana, jobCreated, by(priya, warned('', 'no access')))).toHaveLength(1)
})

test('a job that is being entered or imported is no news for the office, and a visit that is over for nobody', () => {
  const byDana = [status('pending', 'completed', 'tasks'), toEstimate(tap)]
  expect(told(priya, jobCreated, ...byDana)).toEqual([])
  expect(told(priya, jobCreated, ...minutes(10), ...byDana)).toHaveLength(1)
  const past = { ...booking, jobStart: '2026-11-01T09:00:00.000Z', jobEnd: '2026-11-01T11:00:00.000Z' }
  expect(told(tom, jobCreated, { type: 'JobScheduled', data: past })).toEqual([])
})

test('a missed deadline is told to the whole office and to nobody in the team', () => {
  const data = { dutyId: jobId, step: 'make safe', due: booking.jobStart } as const
  const missed: Given = { type: 'DeadlineMissed', data }
  for (const person of [dana, priya])
    expect(told(person, jobCreated, by({ userId: '', role: 'system' }, missed))).toEqual([{ missed: [data] }])
  expect(told(tom, jobCreated, missed)).toEqual([])
})

test('that a deadline is near is taken back when it is met, put off or over, and what else there is stays', () => {
  const near = [
    { dutyId: jobId, step: 'investigate', due: booking.jobStart },
    { dutyId: jobId, step: 'make safe', due: booking.jobStart },
  ] as const
  const changes = { near: [...near], noAccess: {} }
  expect(withChange(changes, { kind: 'not-near', dutyId: jobId, step: 'make safe' })).toEqual({
    near: [near[0]],
    noAccess: {},
  })
  expect(withChange({ near: [...near] }, { kind: 'not-near', dutyId: jobId })).toBeUndefined()
  expect(withChange(changes, { kind: 'not-near', dutyId: tom.userId })).toEqual(changes)
})

test('the office is told what a tenant asks for until the visit is moved, and that they confirm; the team is not', () => {
  const [linkId, jobBookingId] = [idOf('f', 600), booking.jobBookingId]
  const asked = by(tenant, { type: 'OtherTimesAsked', data: { linkId, jobBookingId, windows: [], message: '' } })
  const { jobStart, jobEnd } = booking
  const confirmed = by(tenant, { type: 'VisitConfirmed', data: { linkId, jobBookingId, jobStart, jobEnd } })
  const past = [jobCreated, jobScheduled]
  expect(told(priya, ...past, asked)).toEqual([{ tenant: { asked: true } }])
  expect(told(priya, ...past, asked, confirmed)).toEqual([{ tenant: { confirmed: true } }])
  expect(told(priya, jobCreated, ...minutes(12), asked, jobScheduled)).toEqual([])
  expect(told(tom, jobCreated, ...minutes(20), asked, confirmed)).toEqual([])
  const wrote = by(tenant, { type: 'NoteAdded', data: { noteId: idOf('d', 5), note: 'Dog', linkId } })
  expect(told(priya, ...past, asked, wrote)).toEqual([{ tenant: { asked: true, wrote: true } }])
  expect(told(priya, jobCreated, ...minutes(12), asked, wrote, jobScheduled)).toEqual([{ tenant: { wrote: true } }])
  expect(told(priya, ...past, by(tom, wrote))).toEqual([])
})

test('what a tenant asks for is answered by another time, not by another way in or other people', () => {
  const [linkId, jobBookingId] = [idOf('f', 600), booking.jobBookingId]
  const asked = by(tenant, { type: 'OtherTimesAsked', data: { linkId, jobBookingId, windows: [], message: '' } })
  const keysElsewhere: Given = { type: 'JobScheduled', data: { ...booking, access: 'Keys at number 12' } }
  for (const change of [keysElsewhere, toMayaAlone])
    expect(told(priya, jobCreated, jobScheduled, asked, change)).toEqual([{ tenant: { asked: true } }])
  expect(told(priya, jobCreated, jobScheduled, asked, keysElsewhere, moved)).toEqual([])
})

test('somebody whom a comment names is told, once for each comment, until it is deleted', () => {
  const noteId = idOf('d', 6)
  const naming = (one: string, ...mentions: string[]): Given =>
    by(dana, { type: 'NoteAdded', data: { noteId: one, note: '@Tom Okafor keys?', mentions } })
  const first = naming(noteId, tom.userId, dana.userId, idOf('e', 77))
  expect(told(tom, jobCreated, first)).toEqual([{ mention: { noteIds: [noteId], by: dana.userId } }])
  for (const person of [dana, priya, maya]) expect(told(person, jobCreated, first)).toEqual([])
  expect(told(tom, jobCreated, first, naming(idOf('d', 7), tom.userId))).toEqual([
    { mention: { noteIds: [noteId, idOf('d', 7)], by: dana.userId } },
  ])
  const deleted: Given = { type: 'NoteDeleted', data: { noteId } }
  expect(told(tom, jobCreated, first, deleted)).toEqual([])
  expect(told(tom, jobCreated, jobScheduled, first, deleted)).toMatchObject([{ visit: {}, mention: undefined }])
  expect(told(tom, jobCreated, by(dana, { type: 'NoteAdded', data: { noteId, note: '@Tom Okafor' } }))).toEqual([])
})

test('the office is told of a reported repair until somebody deals with it', () => {
  const form = { place: 'Flat 3', words: 'Mould', urgency: 'health', name: '', telephone: '', email: 'a@b.uk' } as const
  const reported = by(tenant, { type: 'RepairReported', data: { ...form, pageId: idOf('f', 970) } })
  const closed: Given = { type: 'ReportClosed', data: { answer: '' } }
  for (const person of [dana, priya]) expect(told(person, reported)).toEqual([{ report: { urgency: 'health' } }])
  expect(told(tom, reported)).toEqual([])
  expect(told(priya, reported, closed)).toEqual([])
  expect(told(priya, closed)).toEqual([])
})

const system: Person = { userId: '', role: 'system' }

test('that an email failed is told to the whole office, to who sent it too, also of a new job; the team is not', () => {
  const failed = (what: 'invoice' | 'evidence', nth: number): Given => ({
    type: 'EmailFailed',
    data: { mailId: idOf('f', nth), what, why: 'refused' },
    by: system,
  })
  const sent: Given = { type: 'InvoiceSent', data: { mailId: idOf('f', 1), sentTo: 'helen@example.com' }, by: dana }
  const given = [jobCreated, sent, failed('invoice', 1)]
  for (const person of [dana, priya]) expect(told(person, ...given)).toEqual([{ notSent: ['invoice'] }])
  expect(told(tom, ...given)).toEqual([])
  const all = [failed('invoice', 1), failed('evidence', 2), failed('invoice', 3)]
  expect(told(dana, by(system, jobCreated), ...all)).toEqual([{ notSent: ['invoice', 'evidence'] }])
})

test('what a person was told goes when they leave', () => {
  const removed: Given = { type: 'MemberRemoved', data: {} }
  expect(told(maya, jobCreated, jobScheduled)).toHaveLength(1)
  expect(told(maya, jobCreated, jobScheduled, removed)).toEqual([])
  expect(told(tom, jobCreated, jobScheduled, removed)).toHaveLength(1)
})

test('the team is told of visits and mentions alone, whatever a notification of theirs says', () => {
  expect(changesForTeam({ visit: { to: visit }, finished: { by: tom.userId } })).toEqual({ visit: { to: visit } })
  expect(changesForTeam({ finished: {} })).toBeUndefined()
})

test('people are told the same however many events are taken together', () => {
  const event = fc.constantFrom<Given>(
    jobScheduled,
    moved,
    toMayaAlone,
    bookingDeleted,
    status('booked', 'cancelled', 'warning'),
    status('cancelled', 'pending', 'warning'),
    status('pending', 'completed', 'tasks'),
    warned('', 'no access'),
    warned('no access', ''),
    toEstimate(tap),
    toEstimate(bath),
    completed(tap),
    { type: 'NoteAdded', data: { noteId: idOf('d', 6), note: '@Tom', mentions: [tom.userId, dana.userId] } },
    { type: 'NoteDeleted', data: { noteId: idOf('d', 6) } },
    { type: 'MemberRemoved', data: {} },
    ...minutes(1),
  )
  const given = fc.tuple(event, fc.constantFrom(dana, priya, tom)).map(([one, person]) => by(person, one))
  fc.assert(
    fc.property(fc.array(given, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (events, size) => {
      const log = recorded(jobCreated, ...events)
      const inOrder = (of: Notification[]) => of.toSorted((a, b) => (a.notificationId < b.notificationId ? -1 : 1))
      expect(inOrder(toldAfterAll(log, size))).toEqual(inOrder(toldAfterAll(log)))
    }),
  )
})
