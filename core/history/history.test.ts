import { describe, expect, test } from 'vitest'
import { type Event, forTeam } from '#core/ledger/ledger.ts'
import { by, dana, type Given, idOf, maya, priya, recorded, tom } from '#test/core/given-when-then.ts'
import {
  bath,
  booking,
  bookingDeleted,
  imageAdded,
  invoiced,
  jobCreated,
  jobScheduled,
  jobWithTwoTasks,
  note,
  noteAdded,
  noteId,
  priced,
  ready,
  referred,
  reopened,
  status,
  tap,
  taskCompleted,
  toEstimate,
  warned,
} from '#test/core/job-events.ts'
import { historyEntry, historyOf } from './history.ts'

const newest = (...past: Given[]) => historyOf(recorded(...past))[0]
const sentenceOf = (...past: Given[]) => {
  const { sentence, changes } = newest(...past) ?? expect.fail('there is an entry')
  return { sentence, changes }
}
const of = tap.description

test('the newest entry comes first, with its author, their role, and the time by both clocks', () => {
  const entries = historyOf(recorded(by(priya, jobCreated), by(tom, noteAdded)))
  expect(entries.map((one) => one.seq)).toEqual([2, 1])
  expect(entries[0]).toEqual({
    seq: 2,
    version: 2,
    type: 'NoteAdded',
    actorId: tom.userId,
    actorRole: 'team',
    happenedAt: '2026-11-19T08:01:00.000Z',
    recordedAt: '2026-11-19T08:01:01.000Z',
    clock: 'device',
    commandId: expect.any(String),
    ordinal: 0,
    sentence: 'added a comment',
    changes: [{ field: 'note', to: note }],
  })
})

test('every entry has the published shape', () => {
  for (const entry of historyOf(recorded(jobWithTwoTasks, referred, priced(tap, 1), jobScheduled, imageAdded)))
    expect(historyEntry.safeParse(entry)).toEqual({ success: true, data: entry })
})

describe('the history of a job shows', () => {
  test('how it was created', () =>
    expect(sentenceOf(jobWithTwoTasks)).toEqual({
      sentence: 'created the job',
      changes: [
        { field: 'jobRef', to: '00213' },
        { field: 'apartmentName', to: '14 Marlowe Court' },
        { field: 'createdAt', to: '2026-11-19' },
        { field: 'jobStatus', to: 'pending' },
        { field: 'description', of, to: of },
        { field: 'status', of, to: 'not completed' },
        { field: 'description', of: bath.description, to: bath.description },
        { field: 'status', of: bath.description, to: 'not completed' },
      ],
    }))
  test('which office details changed', () => {
    expect(sentenceOf(jobCreated, referred).sentence).toBe('set the work order, agency and received by')
    expect(sentenceOf(jobCreated, referred, { type: 'JobReferred', data: { agency: 'Northgate' } })).toEqual({
      sentence: 'changed the agency',
      changes: [{ field: 'agency', from: 'Bright Oak Lettings', to: 'Northgate' }],
    })
  })
  test('its status and warning before and after', () => {
    expect(sentenceOf(jobCreated, status('pending', 'completed', 'tasks'))).toEqual({
      sentence: 'changed the job status',
      changes: [{ field: 'jobStatus', from: 'pending', to: 'completed' }],
    })
    expect(sentenceOf(jobCreated, warned('', 'no access'), warned('no access', ''))).toEqual({
      sentence: 'changed the warning',
      changes: [{ field: 'warning', from: 'no access', to: '' }],
    })
  })
  test('its site and date', () => {
    expect(sentenceOf(jobCreated, { type: 'JobSiteChanged', data: { apartmentName: '9 Sutler Street' } })).toEqual({
      sentence: 'changed the site name',
      changes: [{ field: 'apartmentName', from: '14 Marlowe Court', to: '9 Sutler Street' }],
    })
    expect(sentenceOf(jobCreated, { type: 'JobDateChanged', data: { createdAt: '2026-11-18' } })).toEqual({
      sentence: 'changed the date of the job',
      changes: [{ field: 'createdAt', from: '2026-11-19', to: '2026-11-18' }],
    })
  })
  test('its invoice', () => {
    expect(sentenceOf(jobCreated, invoiced('INV-1'))).toEqual({
      sentence: 'set the invoice number',
      changes: [{ field: 'invoice', from: '', to: 'INV-1' }],
    })
    const reduced: Given = { type: 'JobInvoiced', data: { invoice: 'INV-1', vat: 'reduced' } }
    expect(sentenceOf(jobCreated, invoiced('INV-1'), reduced)).toEqual({
      sentence: 'changed the VAT on the invoice',
      changes: [{ field: 'invoiceVat', to: 'reduced' }],
    })
    expect(sentenceOf(jobCreated, invoiced('INV-1'), { type: 'InvoiceCleared', data: {} })).toEqual({
      sentence: 'cleared the invoice number',
      changes: [{ field: 'invoice', from: 'INV-1', to: '' }],
    })
  })
  test('its visits', () => {
    const { jobStart, jobEnd, access, assignedTo } = booking
    expect(sentenceOf(jobCreated, jobScheduled)).toEqual({
      sentence: 'booked the visit',
      changes: [
        { field: 'jobStart', to: jobStart },
        { field: 'jobEnd', to: jobEnd },
        { field: 'access', to: access },
        { field: 'assignedTo', from: [], to: assignedTo },
      ],
    })
    expect(
      sentenceOf(jobCreated, jobScheduled, { type: 'JobScheduled', data: { ...booking, assignedTo: [maya.userId] } }),
    ).toEqual({
      sentence: 'changed the visit',
      changes: [{ field: 'assignedTo', from: assignedTo, to: [maya.userId] }],
    })
    expect(sentenceOf(jobCreated, jobScheduled, bookingDeleted)).toMatchObject({
      sentence: 'deleted the booking',
      changes: [
        { field: 'jobStart', from: jobStart },
        { field: 'jobEnd' },
        { field: 'access' },
        { from: assignedTo, to: [] },
      ],
    })
    expect(sentenceOf(jobCreated, { type: 'NextVisitSet', data: { nextVisitHours: 2, nextVisitPeople: 0 } })).toEqual({
      sentence: 'set the next visit',
      changes: [{ field: 'nextVisitHours', from: 0, to: 2 }],
    })
  })
})

describe('a task is named by its description', () => {
  const cases: [string, Given[]][] = [
    [`completed the task: ${of}`, [jobCreated, taskCompleted]],
    [`marked '${of}' to estimate`, [jobCreated, toEstimate(tap)]],
    [`reopened the task: ${of}`, [jobCreated, toEstimate(tap), reopened(tap)]],
    [`marked '${of}' as ready`, [jobCreated, ready(tap)]],
    [`marked '${of}' as not ready`, [jobCreated, ready(tap), { type: 'TaskNotReady', data: { taskId: tap.taskId } }]],
    [
      `added a task: ${bath.description}`,
      [jobCreated, { type: 'TaskAdded', data: { ...bath, status: 'not completed' } }],
    ],
    [`deleted a task: ${of}`, [jobCreated, priced(tap, 8500), { type: 'TaskDeleted', data: { taskId: tap.taskId } }]],
    [`set a price: ${of}`, [jobCreated, priced(tap, 0)]],
    [`changed a price: ${of}`, [jobCreated, priced(tap, 9500), priced(tap, 12_000)]],
    [
      `changed a task: ${of}`,
      [jobCreated, { type: 'TaskDescribed', data: { ...tap, description: 'Replace both taps' } }],
    ],
  ]
  for (const [sentence, past] of cases) test(sentence, () => expect(sentenceOf(...past).sentence).toBe(sentence))

  test('with what changed', () => {
    expect(sentenceOf(jobCreated, ready(tap)).changes).toEqual([{ field: 'ready', of, from: false, to: true }])
    expect(sentenceOf(jobCreated, priced(tap, 9500), priced(tap, 12_000)).changes).toEqual([
      { field: 'price', of, from: 9500, to: 12_000 },
    ])
    expect(sentenceOf(jobCreated, ready(tap), taskCompleted).changes).toEqual([
      { field: 'status', of, from: 'not completed', to: 'completed' },
      { field: 'ready', of, from: true, to: false },
    ])
    const described: Event = { type: 'TaskDescribed', data: { ...tap, description: 'Replace both taps' } }
    expect(sentenceOf(jobCreated, described).changes).toEqual([
      { field: 'description', of, from: of, to: 'Replace both taps' },
    ])
  })
  test('and what was deleted with it', () =>
    expect(
      sentenceOf(jobCreated, priced(tap, 8500), { type: 'TaskDeleted', data: { taskId: tap.taskId } }).changes,
    ).toEqual([
      { field: 'description', of, from: of },
      { field: 'price', of, from: 8500 },
    ]))
})

test('a clash with another booking is mentioned', () => {
  const overlaps = [{ jobId: idOf('b', 9), userId: tom.userId }]
  expect(sentenceOf(jobCreated, { type: 'JobScheduled', data: { ...booking, overlaps } }).sentence).toBe(
    'booked the visit despite a clash with another booking',
  )
})

test('the history keeps the text of a deleted comment', () =>
  expect(sentenceOf(jobCreated, noteAdded, { type: 'NoteDeleted', data: { noteId } })).toEqual({
    sentence: 'deleted a comment',
    changes: [{ field: 'note', from: note }],
  }))

test('the history of people shows roles', () => {
  const past: Event[] = [
    { type: 'MemberInvited', data: { userRole: 'team' } },
    { type: 'RoleChanged', data: { from: 'team', to: 'admin' } },
  ]
  expect(sentenceOf(...past)).toEqual({
    sentence: 'changed a role',
    changes: [{ field: 'userRole', from: 'team', to: 'admin' }],
  })
})

test('several streams share one history', () => {
  const past: Given[] = [jobCreated, { type: 'MemberInvited', data: { userRole: 'team' } }, warned('', 'management')]
  expect(historyOf(recorded(...past)).map((one) => one.sentence)).toEqual([
    'changed the warning',
    'invited a person',
    'created the job',
  ])
})

test('the team’s history has no office facts and does not say who created the job', () => {
  const past = recorded(by(priya, jobCreated), referred, priced(tap, 8500), invoiced('INV-1'), by(tom, taskCompleted))
  const entries = historyOf(forTeam(past))
  expect(entries.map((one) => one.type)).toEqual(['TaskCompleted', 'JobCreated'])
  expect(JSON.stringify(entries)).not.toMatch(
    new RegExp(`8500|INV-1|WO-88209|Bright Oak|${priya.userId}|${dana.userId}`),
  )
})
