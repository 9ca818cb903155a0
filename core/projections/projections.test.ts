import { describe, expect, test } from 'vitest'
import type { Event } from '#core/ledger/ledger.ts'
import { forTeam } from '#core/ledger/ledger.ts'
import { visible } from '#core/model/access.ts'
import { predictRow } from '#core/prediction/predict-row.ts'
import {
  by,
  companyId,
  type Given,
  idOf,
  jobAfter,
  jobId,
  maya,
  priya,
  recorded,
  tom,
} from '#test/core/given-when-then.ts'
import {
  booking,
  bookingDeleted,
  completed,
  imageAdded,
  imageId,
  jobCreated,
  jobScheduled,
  noteAdded,
  noteId,
  priced,
  ready,
  referred,
  status,
  tap,
  warned,
} from '#test/core/job-events.ts'
import { calendar } from './calendar.ts'
import { companyDocuments } from './company-documents.ts'
import { jobDocuments } from './job-documents.ts'
import { jobRows } from './job-rows.ts'
import { members } from './members.ts'
import { agencies, apartments, receivedBy } from './name-lists.ts'
import type { Projection } from './projection.ts'
import { projections } from './projections.ts'

const rowOf = <Row extends object>(projection: Projection<Row>, key: string, ...past: Given[]) =>
  predictRow(projection, key, undefined, recorded(...past))

const companyRegistered: Event = {
  type: 'CompanyRegistered',
  data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-03T08:00:00.000Z' },
}

test('projections have these names', () =>
  expect(projections.map((one) => one.name)).toEqual([
    'job',
    'job-rows',
    'calendar',
    'dashboard-jobs',
    'deadlines',
    'part-rows',
    'part-count',
    'job-parts',
    'sites',
    'site-names',
    'site-jobs',
    'recurring-work',
    'recurring-jobs',
    'reports',
    'report-counts',
    'todo',
    'own-views',
    'shared-views',
    'members',
    'company',
    'apartments',
    'agencies',
    'receivedBy',
  ]))

test('the document of a job is the job that decisions use', () => {
  const past = [jobCreated, referred, priced(tap, 8500), ready(tap)]
  expect(rowOf(jobDocuments, jobId, ...past)).toEqual(jobAfter(...past))
})

describe('a row of the jobs list', () => {
  const line = (...past: Given[]) => rowOf(jobRows, jobId, ...past)
  test('has the columns of the table, with work order and agency for the office', () => {
    expect(line(jobCreated, referred)).toEqual({
      jobId,
      jobRef: '00213',
      jobStatus: 'pending',
      warning: '',
      apartmentName: '14 Marlowe Court',
      createdAt: '2026-11-19',
      assignedTo: [],
      images: 0,
      notes: 0,
      readyTasks: [],
      office: { workOrder: 'WO-88209', agency: 'Bright Oak Lettings' },
    })
  })
  test('shows a task as ready until its status changes', () => {
    expect(line(jobCreated, ready(tap))?.readyTasks).toEqual([tap.taskId])
    const ends: Event[] = [
      completed(tap),
      { type: 'TaskToEstimate', data: { taskId: tap.taskId } },
      { type: 'TaskNotReady', data: { taskId: tap.taskId } },
      { type: 'TaskDeleted', data: { taskId: tap.taskId } },
    ]
    for (const end of ends) expect(line(jobCreated, ready(tap), end)?.readyTasks, end.type).toEqual([])
  })
  test('counts comments and images', () => {
    expect(line(jobCreated, noteAdded, imageAdded)).toMatchObject({ notes: 1, images: 1 })
    const gone: Event[] = [
      { type: 'NoteDeleted', data: { noteId } },
      { type: 'ImageDeleted', data: { imageId } },
    ]
    expect(line(jobCreated, noteAdded, imageAdded, ...gone)).toMatchObject({ notes: 0, images: 0 })
  })
  test('follows status, warning, site, date and visit', () => {
    const { jobStart, jobEnd, assignedTo } = booking
    const past: Given[] = [
      jobCreated,
      jobScheduled,
      status('pending', 'booked', 'scheduled'),
      warned('', 'management'),
      { type: 'JobSiteChanged', data: { apartmentName: '9 Sutler Street' } },
      { type: 'JobDateChanged', data: { createdAt: '2026-11-18' } },
    ]
    const now = {
      jobStatus: 'booked',
      warning: 'management',
      apartmentName: '9 Sutler Street',
      createdAt: '2026-11-18',
    }
    expect(line(...past)).toMatchObject({ ...now, jobStart, jobEnd, assignedTo })
    const unbooked = line(...past, bookingDeleted)
    expect(unbooked).toMatchObject({ ...now, assignedTo: [] })
    expect(unbooked).not.toHaveProperty('jobStart')
    expect(unbooked).not.toHaveProperty('jobEnd')
  })
  test('is the same for the team, without office facts', () => {
    const past = recorded(by(priya, jobCreated), referred, by(tom, ready(tap)))
    const row = predictRow(jobRows, jobId, undefined, past)
    const team = predictRow(jobRows, jobId, undefined, forTeam(past))
    expect(team).toEqual(row && visible('team', row))
    expect(team).not.toHaveProperty('office')
  })
  test('of the team is not changed by an office fact', () => {
    const team = predictRow(jobRows, jobId, undefined, forTeam(recorded(jobCreated)))
    expect(predictRow(jobRows, jobId, team, recorded(jobCreated, referred).slice(1))).toEqual(team)
  })
})

describe('the calendar', () => {
  const site = { jobId, jobRef: '00213', apartmentName: '14 Marlowe Court', warning: '' }
  test('knows the site and the whole booking', () =>
    expect(rowOf(calendar, jobId, jobCreated, jobScheduled, status('pending', 'booked', 'scheduled'))).toEqual({
      ...site,
      ...booking,
      jobStatus: 'booked',
    }))
  test('forgets a deleted booking but not the site', () =>
    expect(rowOf(calendar, jobId, jobCreated, jobScheduled, bookingDeleted)).toEqual({
      ...site,
      jobStatus: 'pending',
      assignedTo: [],
    }))
})

test('people stay listed after they leave', () => {
  const past: Event[] = [
    { type: 'MemberInvited', data: { userRole: 'team' } },
    { type: 'MemberJoined', data: { userRole: 'team' } },
    { type: 'MemberRemoved', data: {} },
  ]
  expect(rowOf(members, maya.userId, ...past)).toMatchObject({ userRole: 'team', state: 'removed' })
  expect(members.key(recorded(jobCreated)[0] ?? expect.fail())).toBeUndefined()
})

test('the company counts its jobs', () => {
  expect(rowOf(companyDocuments, companyId, companyRegistered)).toMatchObject({ name: 'Harrow & Pike', totalJob: 0 })
  expect(rowOf(companyDocuments, companyId, companyRegistered, jobCreated, noteAdded, jobCreated)).toMatchObject({
    totalJob: 2,
  })
})

describe('the lists of names', () => {
  const keys = (projection: Projection<{ name: string }>, ...past: Given[]) =>
    recorded(...past).map((event) => projection.key(event))
  test('a site, an agency and a receiver are listed when they are first used', () => {
    expect(keys(apartments, jobCreated, referred)).toEqual(['14 marlowe court', undefined])
    expect(keys(agencies, jobCreated, referred)).toEqual([undefined, 'bright oak lettings'])
    expect(keys(receivedBy, jobCreated, referred)).toEqual([undefined, 'dana whitfield'])
    expect(keys(apartments, { type: 'JobSiteChanged', data: { apartmentName: '9 Sutler Street' } })).toEqual([
      '9 sutler street',
    ])
  })
  test('a name is kept as first written, even if its case changes later', () =>
    expect(
      rowOf(
        agencies,
        'bright oak',
        { type: 'JobReferred', data: { agency: 'Bright Oak' } },
        { type: 'JobReferred', data: { agency: 'BRIGHT OAK' } },
      ),
    ).toEqual({ name: 'Bright Oak' }))
  test('an empty name is not listed', () =>
    expect(keys(agencies, { type: 'JobReferred', data: { agency: '' } })).toEqual([undefined]))
  test('agencies and receivers are for the office only', () =>
    expect([apartments, agencies, receivedBy].map((one) => one.audience)).toEqual(['everyone', 'office', 'office']))
})

test('an event of another job belongs to another row', () => {
  const [event] = recorded(jobCreated)
  if (!event) throw new Error('There is one.')
  const elsewhere = { ...event, streamId: idOf('b', 2) }
  expect(predictRow(jobRows, jobId, undefined, [elsewhere])).toBeUndefined()
})
