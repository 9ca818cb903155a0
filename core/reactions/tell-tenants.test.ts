import { describe, expect, test } from 'vitest'
import type { TenantRule } from '#core/company/tenant-rule.ts'
import { by, type Given, idOf, jobAfter, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { type About, dueAfter, tellingOf } from './tell-tenants.ts'

const [linkId, contactId, siteId] = [idOf('f', 600), idOf('f', 610), idOf('f', 800)]
const visit = { jobStart: '2026-11-23T08:30:00.000Z', jobEnd: '2026-11-23T10:30:00.000Z' }
const jobBookingId = idOf('f', 2)
const booked = (over = {}): Given => ({
  type: 'JobScheduled',
  data: { jobBookingId, ...visit, access: '', assignedTo: [tom.userId], ...over },
})
const later = { jobStart: '2026-11-24T08:30:00.000Z', jobEnd: '2026-11-24T10:30:00.000Z' }
const made: Given = by(priya, { type: 'TenantLinkMade', data: { linkId, siteId, contactId } })
const sent: Given = { type: 'TenantLinkSent', data: { linkId, mailId: idOf('f', 620), sentTo: 'amara@example.com' } }
const revoked: Given = { type: 'TenantLinkRevoked', data: { linkId } }
const deleted: Given = { type: 'BookingDeleted', data: { jobBookingId } }
const onTheWay: Given = by(tom, { type: 'OnTheWaySaid', data: { onWayId: idOf('f', 30), jobBookingId, minutes: 30 } })
const status = (to: 'cancelled' | 'completed'): Given => ({
  type: 'JobStatusChanged',
  data: { from: 'booked', to, reason: 'tasks' },
})
const all: TenantRule = { booked: ['email'], changed: ['email'], onTheWay: ['email'] }
const now = '2026-11-19T09:00:00.000Z'
type Over = { rule?: TenantRule; about?: About; at?: string }
/** By which link Amara is told of what; undefined if of nothing. */
function told(events: readonly Given[], { rule = all, about = 'visit', at = now }: Over = {}) {
  const telling = tellingOf(jobAfter(jobCreated, ...events), { contactId, rule, about, now: at })
  return telling && [telling.link?.linkId, telling.news]
}

describe('by the company’s rule a tenant', () => {
  test('is sent the link once a visit is booked, and never a second time', () => {
    expect(told([booked()])).toEqual([undefined, undefined])
    expect(told([booked(), made])).toEqual([linkId, undefined])
    expect(told([booked(), made, sent])).toBeUndefined()
    // The office had ended it: the visit is told by a new one.
    expect(told([booked(), made, sent, revoked])).toEqual([undefined, undefined])
    expect(told([])).toBeUndefined()
    expect(told([booked(), status('completed')])).toBeUndefined()
    expect(told([booked()], { at: visit.jobEnd })).toBeUndefined()
  })
  test('is told the net effect: another time, no visit, or nothing if it is as it was', () => {
    const known = [booked(), made, sent]
    expect(told([...known, booked(later)])).toEqual([linkId, 'moved'])
    expect(told([...known, booked(later), booked()])).toBeUndefined()
    expect(told([...known, booked({ assignedTo: [] })])).toBeUndefined()
    expect(told([...known, deleted])).toEqual([linkId, 'cancelled'])
    expect(told([...known, status('cancelled')])).toEqual([linkId, 'cancelled'])
    expect(told([...known, deleted, booked({ jobBookingId: idOf('f', 3) })])).toBeUndefined()
    expect(told([...known, deleted, booked({ jobBookingId: idOf('f', 3), ...later })])).toEqual([linkId, 'moved'])
    expect(told([made, sent, booked()])).toEqual([linkId, 'booked'])
    expect(told([made, sent])).toBeUndefined()
    expect(told([...known, deleted], { at: '2026-11-23T11:00:00.000Z' })).toBeUndefined()
    expect(told([...known, status('completed')])).toBeUndefined()
    const cancelled: Given = {
      type: 'TenantLinkSent',
      data: { linkId, mailId: idOf('f', 621), sentTo: 'amara@example.com', news: 'cancelled' },
    }
    expect(told([...known, deleted, cancelled])).toBeUndefined()
    expect(told([...known, deleted, cancelled, booked(later)])).toEqual([linkId, 'booked'])
  })
  test('is told who is on the way while they are, with a link of their own or a new one', () => {
    const way = { about: 'on the way' as const }
    expect(told([booked(), onTheWay], way)).toEqual([undefined, 'on the way'])
    expect(told([booked(), made, sent, onTheWay], way)).toEqual([linkId, 'on the way'])
    expect(told([booked()], way)).toBeUndefined()
    expect(told([booked(), onTheWay], { ...way, at: '2026-11-19T14:00:00.000Z' })).toBeUndefined()
  })
  test('is told by the ways that the rule has for each news, and counts as told by any of them', () => {
    const rule: TenantRule = { booked: ['text'], changed: ['email', 'text'], onTheWay: ['text'] }
    const waysOf = (events: readonly Given[], about: About = 'visit') =>
      tellingOf(jobAfter(jobCreated, ...events), { contactId, rule, about, now })?.ways
    const texted: Given = {
      type: 'TenantLinkSent',
      data: { linkId, mailId: idOf('f', 630), sentTo: '+447700900142', way: 'text' },
    }
    expect(waysOf([booked()])).toEqual(['text'])
    expect(waysOf([booked(), made, texted])).toBeUndefined()
    expect(waysOf([booked(), made, texted, booked(later)])).toEqual(['email', 'text'])
    expect(waysOf([booked(), onTheWay], 'on the way')).toEqual(['text'])
  })
  test('is told by no way that they asked not to be, and nothing if no other is left', () => {
    const rule: TenantRule = { booked: ['text', 'email'], onTheWay: ['text'] }
    const waysOf = (refuses: ('email' | 'text')[], about: About = 'visit') =>
      tellingOf(jobAfter(jobCreated, booked(), onTheWay), { contactId, refuses, rule, about, now })?.ways
    expect(waysOf([])).toEqual(['text', 'email'])
    expect(waysOf(['text'])).toEqual(['email'])
    expect(waysOf(['email', 'text'])).toBeUndefined()
    expect(waysOf(['email'], 'on the way')).toEqual(['text'])
    expect(waysOf(['text'], 'on the way')).toBeUndefined()
  })
  test('is told of nothing that the rule leaves out, and without a rule of nothing at all', () => {
    const known = [booked(), made, sent, booked(later)]
    for (const rule of [{}, { changed: [] }, { booked: ['email'], onTheWay: ['email'] }] satisfies TenantRule[])
      expect(told(known, { rule })).toBeUndefined()
    expect(told([booked()], { rule: { changed: ['email'], onTheWay: ['email'] } })).toBeUndefined()
    expect(told([booked(), onTheWay], { about: 'on the way', rule: { booked: ['email'] } })).toBeUndefined()
  })
})

test('a visit is due ten minutes after its last change, being on the way at once, and other events make nothing due', () => {
  const due = (...events: Given[]) => recorded(jobCreated, ...events).map(dueAfter)
  expect(due(booked(), onTheWay, deleted, status('cancelled'), status('completed'), made)).toEqual([
    undefined,
    { about: 'visit', dueAt: '2026-11-19T08:11:01.000Z' },
    { about: 'on the way', dueAt: '2026-11-19T08:02:01.000Z' },
    { about: 'visit', dueAt: '2026-11-19T08:13:01.000Z' },
    { about: 'visit', dueAt: '2026-11-19T08:14:01.000Z' },
    undefined,
    undefined,
  ])
})
