import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import { evolve } from '#core/job/job.ts'
import { type Command, type Event, forTeam, isJobEvent } from '#core/ledger/ledger.ts'
import {
  by,
  dana,
  type Given,
  given,
  idOf,
  jobAfter,
  jobId,
  now,
  priya,
  recorded,
  tom,
} from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { tenant } from '#test/core/tenants/random-tenants.ts'
import { mostAsked, mostLinks, mostMessages, mostPhotos } from './tenant-decisions.ts'
import { isConfirmed, isOpenLink, openLink } from './tenant-page.ts'

const [linkId, contactId, siteId] = [idOf('f', 600), idOf('f', 610), idOf('f', 800)]
const made: Given = by(priya, { type: 'TenantLinkMade', data: { linkId, siteId, contactId } })
const revoked: Given = { type: 'TenantLinkRevoked', data: { linkId } }
const jobBookingId = idOf('f', 2)
const visit = { jobBookingId, jobStart: '2026-11-23T08:30:00.000Z', jobEnd: '2026-11-23T10:30:00.000Z' }
const booked = (over = {}): Given => ({
  type: 'JobScheduled',
  data: { ...visit, access: '', assignedTo: [tom.userId], ...over },
})
const jobScheduled = booked()
const confirmed: Given = by(tenant, { type: 'VisitConfirmed', data: { linkId, ...visit } })
const confirm: Command = { type: 'ConfirmVisit', data: { jobId, linkId, ...visit } }
const windows = [{ start: '2026-11-24T12:00:00.000Z', end: '2026-11-24T17:00:00.000Z' }]
const ask = (over = {}): Command => ({
  type: 'AskForOtherTimes',
  data: { jobId, linkId, windows, message: 'Not before nine', ...over },
})
const request: Event = {
  type: 'OtherTimesAsked',
  data: { linkId, jobBookingId, windows, message: 'Not before nine' },
}
const asked = by(tenant, request)
const status = (to: 'completed' | 'pending' | 'cancelled', from: 'pending' | 'completed' = 'pending'): Given => ({
  type: 'JobStatusChanged',
  data: { from, to, reason: 'tasks' },
})
const ended = 'This link has ended. Please call us.'

describe('a link to the tenant’s page', () => {
  const make = (nth: number, contact = contactId): Command => ({
    type: 'MakeTenantLink',
    data: { jobId, linkId: idOf('f', nth), siteId, contactId: contact },
  })
  test('is the office’s to make, for one contact at a time, and to end', () => {
    given(jobCreated).when(make(600), priya).gives({ type: 'TenantLinkMade', data: { linkId, siteId, contactId } })
    given(jobCreated, made).when(make(600), priya).givesNothing()
    given(jobCreated, made)
      .when(make(601), priya)
      .gives(revoked, { type: 'TenantLinkMade', data: { linkId: idOf('f', 601), siteId, contactId } })
    given(jobCreated, made)
      .when(make(602, idOf('f', 611)), priya)
      .gives({ type: 'TenantLinkMade', data: { linkId: idOf('f', 602), siteId, contactId: idOf('f', 611) } })
    for (const who of [tom, tenant]) given(jobCreated).when(make(600), who).refuses('Only the office may do this.')
    const revoke: Command = { type: 'RevokeTenantLink', data: { jobId, linkId } }
    given(jobCreated, made).when(revoke).gives(revoked)
    given(jobCreated, made, revoked).when(revoke).givesNothing()
    const many = Array.from(
      { length: mostLinks },
      (_, nth): Given => ({
        type: 'TenantLinkMade',
        data: { linkId: idOf('f', 700 + nth), siteId, contactId: idOf('f', 750 + nth) },
      }),
    )
    given(jobCreated, ...many)
      .when(make(600))
      .refuses('This job has had 20 links for tenants, the most that one job can have.')
  })
  test('is sent only while it works', () => {
    const send: Command = {
      type: 'RecordTenantLinkSent',
      data: { jobId, linkId, sendings: [{ mailId: idOf('f', 620), sentTo: 'amara@example.com' }] },
    }
    given(jobCreated, made)
      .when(send)
      .gives({ type: 'TenantLinkSent', data: { linkId, mailId: idOf('f', 620), sentTo: 'amara@example.com' } })
    given(jobCreated, made, revoked).when(send).refuses(ended)
  })
  test('is sent by email and by text message at once, each once', () => {
    const [mail, text] = [idOf('f', 620), idOf('f', 625)]
    const sendings = [
      { mailId: mail, sentTo: 'amara@example.com' },
      { mailId: text, sentTo: '+447700900142', way: 'text' as const },
    ]
    const send: Command = { type: 'RecordTenantLinkSent', data: { jobId, linkId, sendings, news: 'moved' } }
    const both = sendings.map((one): Event => ({ type: 'TenantLinkSent', data: { linkId, ...one, news: 'moved' } }))
    given(jobCreated, made)
      .when(send)
      .gives(...both)
    given(jobCreated, made, ...both)
      .when(send)
      .givesNothing()
    const [link] = jobAfter(jobCreated, made, ...both).office?.tenantLinks ?? []
    expect(link).toMatchObject({ mailId: mail, news: 'moved', textId: text })
    expect(link?.textedAt).toBeDefined()
    const said = historyOf(recorded(jobCreated, made, ...both))
    expect(said.slice(0, 2).map((one) => one.sentence)).toEqual([
      'sent the tenant’s page by text message',
      'sent the tenant’s page by email',
    ])
    expect(said[0]?.changes).toContainEqual({ field: 'textedTo', to: '+447700900142' })
  })
  test('ends thirty days after the job is over, works on if it is opened again, and never after it was ended', () => {
    const linkAfter = (...events: Given[]) => jobAfter(jobCreated, ...events).office?.tenantLinks?.[0]
    const [done, reopened] = [status('completed'), status('pending', 'completed')]
    expect(linkAfter(made)?.endsAt).toBeUndefined()
    expect(linkAfter(made, done)?.endsAt).toBe('2026-12-19T08:02:01.000Z')
    expect(linkAfter(done, made)?.endsAt).toBe('2026-12-19T08:02:01.000Z')
    expect(linkAfter(made, status('cancelled'))?.endsAt).toBe('2026-12-19T08:02:01.000Z')
    expect(linkAfter(made, done, reopened)?.endsAt).toBeUndefined()
    expect(linkAfter(made, revoked, done, reopened)).toMatchObject({ revokedAt: '2026-11-19T08:02:01.000Z' })
    const { office } = jobAfter(jobCreated, made, done)
    expect(openLink(office, linkId, '2026-12-19T08:02:00.999Z')).toBeDefined()
    expect(openLink(office, linkId, '2026-12-19T08:02:01.000Z')).toBeUndefined()
    fc.assert(
      fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }), (at) => {
        const isBefore = at.getTime() < Date.parse('2026-12-19T08:02:01.000Z')
        expect(isOpenLink({ endsAt: '2026-12-19T08:02:01.000Z' }, at.toISOString())).toBe(isBefore)
        expect(isOpenLink({ revokedAt: now }, at.toISOString())).toBe(false)
      }),
    )
  })
})

describe('by a link', () => {
  const past = [jobCreated, jobScheduled, made]
  test('the visit is confirmed as it is now, once, and again when it was moved', () => {
    given(...past)
      .when(confirm, tenant)
      .gives({ type: 'VisitConfirmed', data: { linkId, ...visit } })
    given(...past, confirmed)
      .when(confirm, tenant)
      .givesNothing()
    expect(isConfirmed(jobAfter(...past, confirmed))).toBe(true)
    const moved = booked({ jobEnd: '2026-11-23T12:00:00.000Z' })
    expect(isConfirmed(jobAfter(...past, confirmed, moved))).toBe(false)
    const changed = 'The visit has changed since you opened this page. Please look at it again.'
    given(...past, moved)
      .when(confirm, tenant)
      .refuses(changed)
    given(jobCreated, made).when(confirm, tenant).refuses(changed)
    for (const over of ['completed', 'cancelled'] as const)
      given(...past, status(over))
        .when(confirm, tenant)
        .refuses(changed)
    for (const who of [dana, priya, tom])
      given(...past)
        .when(confirm, who)
        .refuses(ended)
    given(...past, revoked)
      .when(confirm, tenant)
      .refuses(ended)
    given(jobCreated, jobScheduled).when(confirm, tenant).refuses(ended)
  })
  test('other times are asked for, and nothing moves until the office moves it', () => {
    given(...past)
      .when(ask(), tenant)
      .gives(request)
    given(...past, asked)
      .when(ask(), tenant)
      .givesNothing()
    given(...past)
      .when(ask({ windows: [] }), tenant)
      .refuses('Choose at least one time that suits you.', 'windows')
    const yesterday = [{ start: '2026-11-18T12:00:00.000Z', end: '2026-11-18T17:00:00.000Z' }]
    const someday = [{ start: '2027-11-18T12:00:00.000Z', end: '2027-11-18T17:00:00.000Z' }]
    for (const wrong of [yesterday, someday, [{ start: windows[0]?.end ?? '', end: windows[0]?.start ?? '' }]])
      given(...past)
        .when(ask({ windows: wrong }), tenant)
        .refuses('Choose times in the next few weeks.', 'windows')
    const often = Array.from({ length: mostAsked }, () => asked)
    given(...past, ...often)
      .when(ask({ message: 'Again' }), tenant)
      .refuses('You have asked too many times. Please call us.')
    const job = jobAfter(...past, asked)
    expect(job).toMatchObject({ ...visit, office: { otherTimes: { windows, message: 'Not before nine' } } })
    const again = booked({ access: 'Ring twice' })
    const moved = booked({ jobEnd: '2026-11-23T12:00:00.000Z' })
    expect(jobAfter(...past, asked, again).office?.otherTimes).toBeDefined()
    expect(jobAfter(...past, asked, moved).office).not.toHaveProperty('otherTimes')
    expect(jobAfter(...past, asked, confirmed).office).not.toHaveProperty('otherTimes')
    given(...past, asked, revoked)
      .when(ask({ message: 'Later' }), tenant)
      .refuses(ended)
  })
})

test('by a link a tenant writes messages and sends photos of the job, so many and no more, and only while it works', () => {
  const past = [jobCreated, made]
  const write = (note: string, noteId = idOf('d', 5)): Command => ({
    type: 'WriteAsTenant',
    data: { jobId, linkId, noteId, note },
  })
  const added = (note: string, nth: number): Event => ({
    type: 'NoteAdded',
    data: { noteId: idOf('d', nth), note, linkId },
  })
  const said = (note: string, nth = 5) => by(tenant, added(note, nth))
  given(...past)
    .when(write(' We have a dog '), tenant)
    .gives(added('We have a dog', 5))
  given(...past, said('We have a dog'))
    .when(write('We have a dog', idOf('d', 6)), tenant)
    .gives(added('We have a dog', 6))
  given(...past, said('We have a dog'))
    .when(write('We have a dog'), tenant)
    .givesNothing()
  given(...past, said('We have a dog'))
    .when(write('Another'), tenant)
    .givesNothing()
  given(...past)
    .when(write('  '), tenant)
    .refuses('Write something first.', 'note')
  given(...past, revoked)
    .when(write('Hello'), tenant)
    .refuses(ended)
  for (const who of [dana, tom])
    given(...past)
      .when(write('Hello'), who)
      .refuses(ended)
  const many = Array.from({ length: mostMessages }, (_, nth) => said(`Message ${nth}`, 10 + nth))
  given(...past, ...many)
    .when(write('One more'), tenant)
    .refuses('You have written too many messages. Please call us.')
  const photo = { linkId, imageId: idOf('e', 5), src: '/tap.webp', width: 40, height: 30 }
  const send: Command = { type: 'AddTenantPhoto', data: { jobId, ...photo } }
  const sent = (imageId = photo.imageId): Event => ({
    type: 'ImageAdded',
    data: { ...photo, imageId, description: '' },
  })
  given(...past)
    .when(send, tenant)
    .gives(sent())
  given(...past, sent())
    .when(send, tenant)
    .givesNothing()
  given(...past, revoked)
    .when(send, tenant)
    .refuses(ended)
  const photos = Array.from({ length: mostPhotos }, (_, nth) => sent(idOf('e', 10 + nth)))
  given(...past, ...photos)
    .when(send, tenant)
    .refuses('You have sent 20 photos, the most for one repair. Please call us.', 'images')
  expect(jobAfter(...past, said('Hello')).extraNotes).toMatchObject([{ note: 'Hello', userRole: 'tenant', linkId }])
})

test('the team knows that the visit was confirmed, and of no link, request or address', () => {
  const sent: Given = { type: 'TenantLinkSent', data: { linkId, mailId: idOf('f', 620), sentTo: 'amara@example.com' } }
  const events = forTeam(recorded(jobCreated, jobScheduled, made, sent, asked, confirmed, revoked))
  expect(events.map((one) => one.type)).toEqual(['JobCreated', 'JobScheduled', 'VisitConfirmed'])
  const job = events.filter(isJobEvent).reduce(evolve, undefined)
  expect(job?.visitConfirmed).toMatchObject(visit)
  expect(JSON.stringify(job)).not.toContain(linkId)
})

test('the history says what the office and the tenant did', () => {
  const entries = historyOf(recorded(jobCreated, jobScheduled, made, asked, confirmed))
  expect(entries.map((one) => [one.actorRole, one.sentence])).toEqual([
    ['tenant', 'confirmed the visit'],
    ['tenant', 'asked for another time'],
    ['admin', 'made a link to the tenant’s page'],
    ['owner', 'booked the visit'],
    ['owner', 'created the job'],
  ])
})
