import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Event } from '#core/ledger/ledger.ts'
import { isReportEvent } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { reportCounts } from '#core/projections/reports/report-rows.ts'
import {
  by,
  dana,
  type Given,
  given,
  idOf,
  jobId,
  now,
  priya,
  recorded,
  reportId,
  tom,
} from '#test/core/given-when-then.ts'
import { onReports } from '#test/core/reports/random-reports.ts'
import { tenant } from '#test/core/tenants/random-tenants.ts'
import { decide } from './decisions.ts'
import { evolve, type RepairReport } from './report.ts'
import { takesReports } from './takes-reports.ts'
import { mostReportPhotos } from './values.ts'
import { commentOf } from './words.ts'

const pageId = idOf('f', 970)
const form = {
  place: 'Flat 3, Ashdown House',
  words: 'Black mould is coming back.',
  room: 'bedroom',
  urgency: 'health',
  name: 'Amara Bello',
  telephone: '07700 900142',
  email: '',
} as const
const receive = { type: 'ReceiveReport', data: { reportId, pageId, ...form } } as const
const reported = by(tenant, { type: 'RepairReported', data: { ...form, pageId } })
const photo = { imageId: idOf('e', 20), src: '/mould.webp', width: 40, height: 30 }
const closed: Given = { type: 'ReportClosed', data: { answer: 'All well.' } }
const joined: Given = { type: 'ReportJoined', data: { jobId } }

test('a report is taken as it was written, without the spaces around it', () => {
  given()
    .when({ ...receive, data: { ...receive.data, place: ' Flat 3, Ashdown House ' } }, tenant)
    .gives({ type: 'RepairReported', data: { ...form, pageId } })
})

test('a form that is sent twice is one report', () => {
  given(reported).when(receive, tenant).givesNothing()
})

test.each([
  ['words', { words: ' ' }, 'Please tell us what is wrong.'],
  ['place', { place: '' }, 'Please tell us the address.'],
  ['telephone', { telephone: '' }, 'Please give us a mobile number or an email, so that we can reach you.'],
  ['telephone', { telephone: 'none' }, 'Please check the mobile number.'],
  ['email', { email: 'amara' }, 'Please check the email address.'],
] as const)('a report with a wrong %s says so: %o', (field, wrong, error) => {
  given()
    .when({ ...receive, data: { ...receive.data, ...wrong } }, tenant)
    .refuses(error, field)
})

test('only the page receives reports and their photos', () => {
  given().when(receive, dana).refuses('This report was not found.')
  given(reported)
    .when({ type: 'AddReportPhoto', data: { reportId, ...photo } }, dana)
    .refuses('This report was not found.')
})

test('photos come once each, up to ten, while the report is open', () => {
  const add = { type: 'AddReportPhoto', data: { reportId, ...photo } } as const
  const added = (nth: number): Given =>
    by(tenant, { type: 'ReportPhotoAdded', data: { ...photo, imageId: idOf('e', nth) } })
  given(reported).when(add, tenant).gives({ type: 'ReportPhotoAdded', data: photo })
  given(reported, added(20)).when(add, tenant).givesNothing()
  const ten = Array.from({ length: mostReportPhotos }, (_, nth) => added(30 + nth))
  given(reported, ...ten)
    .when(add, tenant)
    .refuses('Send at most 10 photos.', 'images')
  given(reported, closed)
    .when(add, tenant)
    .refuses('Someone else has dealt with this report. Open it again to see what became of it.')
})

test('the office decides once what becomes of a report', () => {
  const make = { type: 'MakeJobOfReport', data: { reportId, jobId } } as const
  const close = { type: 'CloseReport', data: { reportId, answer: ' All well. ' } } as const
  given(reported).when(make, priya).gives({ type: 'ReportMadeJob', data: { jobId } })
  given(reported)
    .when({ type: 'JoinReport', data: { reportId, jobId } })
    .gives({ type: 'ReportJoined', data: { jobId } })
  given(reported)
    .when(close)
    .gives({ type: 'ReportClosed', data: { answer: 'All well.' } })
  given(reported, closed).when(close).givesNothing()
  given(reported, closed)
    .when(make)
    .refuses('Someone else has dealt with this report. Open it again to see what became of it.')
  given(reported).when(make, tom).refuses('Only the office may do this.')
  given().when(make).refuses('This report was not found.')
})

test('a closed report can be opened again, one with a job cannot', () => {
  const reopen = { type: 'ReopenReport', data: { reportId } } as const
  given(reported, closed).when(reopen).gives({ type: 'ReportReopened', data: {} })
  given(reported).when(reopen).givesNothing()
  given(reported, joined).when(reopen).refuses('This report has a job, so it cannot be opened again.')
  const after = recorded(reported, closed, { type: 'ReportReopened', data: {} })
    .filter(isReportEvent)
    .reduce<RepairReport | undefined>(evolve, undefined)
  expect(after).toMatchObject({ state: 'open', words: form.words })
  expect(after).not.toHaveProperty('answer')
})

test('a job says in a comment who reported what, without the email, which is the office’s', () => {
  const withEmail = by(tenant, { type: 'RepairReported', data: { ...form, email: 'amara@example.com', pageId } })
  const report = recorded(withEmail).filter(isReportEvent).reduce<RepairReport | undefined>(evolve, undefined)
  expect(report && commentOf(report)).toBe(
    'Reported by Amara Bello, 07700 900142 (bedroom): Black mould is coming back.',
  )
})

test('the page is opened, given another address and closed by the office', () => {
  const companyId = idOf('f', 1)
  const registered: Given = {
    type: 'CompanyRegistered',
    data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-03T08:00:00.000Z' },
  }
  const open = { type: 'OpenReportPage', data: { companyId, pageId } } as const
  const close = { type: 'CloseReportPage', data: { companyId } } as const
  const opened: Given = { type: 'ReportPageOpened', data: { pageId } }
  given(registered).when(open, priya).gives({ type: 'ReportPageOpened', data: { pageId } })
  given(registered, opened).when(open).givesNothing()
  given(registered, opened)
    .when({ ...open, data: { companyId, pageId: idOf('f', 971) } })
    .gives({ type: 'ReportPageOpened', data: { pageId: idOf('f', 971) } })
  given(registered, opened).when(close).gives({ type: 'ReportPageClosed', data: {} })
  given(registered).when(close).givesNothing()
  given(registered).when(open, tom).refuses('Only the office may do this.')
})

test('reports come by the present page of a company that is open and may have new jobs', () => {
  const office = { businessTier: 2, standing: 'active', expiryDate: now, reportPage: { pageId } } as const
  const long = (days: number) => new Date(Date.parse(now) + days * 86_400_000).toISOString()
  expect(takesReports({ office }, pageId, now)).toBe(true)
  expect(takesReports({ office }, pageId, long(30))).toBe(false)
  expect(takesReports({ office }, idOf('f', 971), now)).toBe(false)
  expect(takesReports({ office, closing: {} }, pageId, now)).toBe(false)
  expect(takesReports({}, pageId, now)).toBe(false)
})

test('whatever is done with reports, the number that wait is how many are open, and each is settled at most once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(onReports, fc.constantFrom(tenant, dana, priya, tom)), { maxLength: 60, size: 'max' }),
      (random) => {
        const states = new Map<string, RepairReport | undefined>()
        let waiting = 0
        for (const [command, who] of random) {
          if (command.type === 'OpenReportPage' || command.type === 'CloseReportPage') continue
          const { reportId: id } = command.data
          const context = { actorId: who.userId, actorRole: who.role, companyId: idOf('f', 1), at: now, facts: {} }
          const outcome = decide(states.get(id), command, context)
          if (isRefusal(outcome)) continue
          for (const event of recorded(...outcome.map((one): Event => one)).filter(isReportEvent)) {
            const before = states.get(id)
            const after = evolve(before, { ...event, streamId: id })
            states.set(id, after)
            waiting = foldCount(waiting, event) ?? waiting
            if (before?.jobId !== undefined) expect(after).toEqual(before)
          }
          expect(waiting).toBe([...states.values()].filter((one) => one?.state === 'open').length)
        }
      },
    ),
  )
})

const foldCount = (open: number, event: ReturnType<typeof recorded>[number]) =>
  reportCounts.key(event) === undefined ? undefined : reportCounts.fold({ open }, event)?.open
