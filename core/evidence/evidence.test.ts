import { describe, expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { by, dana, type Given, idOf, maya, priya, recorded, tom } from '#test/core/given-when-then.ts'
import {
  bath,
  completed,
  imageAdded,
  imageId,
  invoiced,
  jobWithTwoTasks,
  noteAdded,
  picture,
  priced,
  referred,
  tap,
  toEstimate,
  warned,
} from '#test/core/job-events.ts'
import { attendancesOf } from './attendances.ts'
import { type EvidenceChoice, evidenceOf, leftOutWords } from './evidence.ts'
import { durationWords, figuresOf } from './figures.ts'
import { photosOf } from './photos.ts'

const zone = 'Europe/London'
const whole: EvidenceChoice = { copy: 'office', prices: true, notes: true, zone }
const officeNote: Given = { type: 'NoteAdded', data: { noteId: idOf('d', 9), note: 'Charge them double' } }
const officeNoteGone: Given = { type: 'NoteDeleted', data: { noteId: idOf('d', 9) } }

/** Events at these times, 'DD HH:mm' in November 2026. */
const at = (...given: [string, Given][]): StoredEvent[] =>
  recorded(...given.map(([, event]) => event)).map((event, index) => {
    const [day, time] = (given[index]?.[0] ?? '').split(' ')
    const happenedAt = `2026-11-${day}T${time}:00.000Z`
    return { ...event, happenedAt, recordedAt: happenedAt }
  })

const lived = at(
  ['02 08:12', jobWithTwoTasks],
  ['02 08:13', referred],
  ['02 08:14', priced(tap, 8_500)],
  ['03 13:59', by(tom, imageAdded)],
  ['03 14:01', by(tom, noteAdded)],
  ['03 14:02', by(tom, warned('', 'no access'))],
  ['03 16:20', by(dana, warned('no access', ''))],
  ['03 16:42', officeNote],
  ['03 16:43', officeNoteGone],
  ['05 09:08', by(tom, completed(tap))],
  ['05 10:52', by(maya, toEstimate(bath))],
  ['06 09:00', by(priya, invoiced('INV-1042'))],
)
const typesOf = (events: readonly { type: string }[]) => events.map((one) => one.type)

describe('a copy', () => {
  test('for the office has every event if nothing is left out', () => {
    const { events, entries, leftOut } = evidenceOf(lived, whole)
    expect(typesOf(events)).toEqual(typesOf(lived))
    expect(entries.map((one) => one.version)).toEqual(lived.map((one) => one.version))
    expect(leftOutWords(leftOut)).toBeUndefined()
  })

  test('without prices has neither prices nor invoice numbers, not even as a former value', () => {
    const gone = at(
      ['02 08:00', jobWithTwoTasks],
      ['02 08:01', priced(tap, 8_543)],
      ['02 08:02', { type: 'TaskDeleted', data: tap }],
    )
    const { events, entries, leftOut } = evidenceOf(gone, { ...whole, prices: false })
    expect(typesOf(events)).toEqual(['JobCreated', 'TaskDeleted'])
    expect(JSON.stringify(entries)).not.toContain('8543')
    expect(leftOut).toEqual({ office: 0, prices: 1, notes: 0, period: 0 })
    expect(typesOf(evidenceOf(lived, { ...whole, prices: false }).events)).not.toContain('JobInvoiced')
  })

  test('without the office’s comments has neither them nor their deletions, but still the team’s', () => {
    const { events, entries, leftOut } = evidenceOf(lived, { ...whole, notes: false })
    expect(JSON.stringify([events, entries])).not.toContain('Charge them double')
    expect(JSON.stringify(events)).toContain('No answer at the door.')
    expect(leftOutWords(leftOut)).toBe('2 events are left out of this copy: office comments (2).')
  })

  test('for the team has no office facts and does not say who created the job', () => {
    const { events, entries, leftOut } = evidenceOf(lived, { ...whole, copy: 'team' })
    const text = JSON.stringify([events, entries])
    for (const fact of ['WO-88209', 'Bright Oak', '8500', 'INV-1042']) expect(text).not.toContain(fact)
    expect(entries[0]).not.toHaveProperty('actorId')
    expect(leftOut.office).toBe(3)
  })

  test('of a period has days in the company’s time zone, and knows the earlier state', () => {
    const night = at(
      ['02 23:30', jobWithTwoTasks],
      ['03 23:30', warned('', 'management')],
      ['04 00:30', warned('management', '')],
    )
    const evidence = evidenceOf(night, { ...whole, zone: 'Europe/Paris', from: '2026-11-04', to: '2026-11-04' })
    expect(evidence.entries.map((one) => one.version)).toEqual([2, 3])
    expect(evidence.entries[1]?.changes).toEqual([{ field: 'warning', from: 'management', to: '' }])
    expect(evidence.leftOut.period).toBe(1)
    expect(evidenceOf(night, { ...whole, from: '2026-12-01' }).entries).toEqual([])
  })

  test('goes by the corrected time of an event, and includes the correction', () => {
    const corrected: Given = {
      type: 'TimeCorrected',
      data: { version: 2, happenedAt: '2026-11-03T09:00:00.000Z', reason: 'Written down the next day' },
    }
    const late = at(['02 08:00', jobWithTwoTasks], ['04 08:00', by(tom, noteAdded)], ['09 08:00', corrected])
    const copy = evidenceOf(late, { ...whole, from: '2026-11-03', to: '2026-11-03' })
    const { entries } = copy
    expect(entries.map((one) => one.type)).toEqual(['NoteAdded', 'TimeCorrected'])
    expect(entries[0]?.corrected?.reason).toBe('Written down the next day')
    expect(attendancesOf(copy, zone)).toMatchObject([{ day: '2026-11-03' }])
    // The correction of a price's time is left out with the price.
    const ofPrice = { ...corrected, data: { ...corrected.data, version: 2, reason: 'Agreed by phone at 850' } }
    const withPrice = at(['02 08:00', jobWithTwoTasks], ['04 08:00', priced(tap, 8_500)], ['09 08:00', ofPrice])
    expect(typesOf(evidenceOf(withPrice, { ...whole, prices: false }).events)).toEqual(['JobCreated'])
  })
})

describe('attendances', () => {
  test('are the days on which the team recorded something: first and last record, people and results', () => {
    expect(attendancesOf(evidenceOf(lived, whole), zone)).toEqual([
      {
        day: '2026-11-03',
        first: '2026-11-03T13:59:00.000Z',
        last: '2026-11-03T14:02:00.000Z',
        firstRecordedAt: '2026-11-03T13:59:00.000Z',
        timesChanged: [],
        people: [tom.userId],
        byRecords: true,
        noAccess: true,
        closedDoors: [],
        completed: [],
        toEstimate: [],
        photos: [4],
        comment: 'No answer at the door.',
      },
      {
        day: '2026-11-05',
        first: '2026-11-05T09:08:00.000Z',
        last: '2026-11-05T10:52:00.000Z',
        firstRecordedAt: '2026-11-05T09:08:00.000Z',
        timesChanged: [],
        people: [tom.userId, maya.userId],
        byRecords: true,
        noAccess: false,
        closedDoors: [],
        completed: [tap.description],
        toEstimate: [bath.description],
        photos: [],
      },
    ])
  })

  test('do not include work of the office', () => {
    expect(attendancesOf(evidenceOf(at(['02 08:00', jobWithTwoTasks]), whole), zone)).toEqual([])
  })

  test('use the status of a task at the end of the day', () => {
    const undone: Given = { type: 'TaskReopened', data: { taskId: tap.taskId } }
    const events = at(
      ['02 08:00', jobWithTwoTasks],
      ['03 09:00', by(tom, completed(tap))],
      ['03 09:01', by(tom, undone)],
    )
    expect(attendancesOf(evidenceOf(events, whole), zone)[0]?.completed).toEqual([])
  })
})

test('times in the figures are counted from the report', () => {
  const figures = figuresOf(evidenceOf(lived, whole), zone)
  expect(figures).toEqual({
    firstAttendance: (29 * 60 + 47) * 60_000,
    lastRepair: (3 * 24 * 60 + 56) * 60_000,
    attendances: 2,
    noAccess: 1,
    tasks: 2,
    completed: 1,
    toEstimate: 1,
    photos: 1,
  })
  expect(durationWords(figures.firstAttendance ?? 0)).toBe('1 d 5 h 47 min')
  expect([0, 59_999, 60_000, 7_200_000, 86_400_000, -60_000].map(durationWords)).toEqual([
    'immediately',
    'immediately',
    '1 min',
    '2 h',
    '1 d',
    '1 min before',
  ])
})

test('a report whose time was corrected counts from the corrected time, beside the server’s', () => {
  const reportedAt = '2026-11-01T08:12:00.000Z'
  const correction: Given = {
    type: 'TimeCorrected',
    data: { version: 1, happenedAt: reportedAt, reason: 'Called in on Sunday' },
  }
  const corrected = [...lived, ...at(['06 10:00', correction]).map((one) => ({ ...one, version: lived.length + 1 }))]
  const { firstAttendance = 0, recorded } = figuresOf(evidenceOf(corrected, whole), zone)
  expect(durationWords(firstAttendance)).toBe('2 d 5 h 47 min')
  expect(durationWords(recorded?.firstAttendance ?? 0)).toBe('1 d 5 h 47 min')
})

test('figures that rest on a device’s time have the server’s beside them where the two are more than 15 minutes apart', () => {
  const attended: Given = by(tom, completed(tap))
  const [report, visit, , note] = at(
    ['22 08:00', jobWithTwoTasks],
    ['03 09:00', attended],
    ['22 08:00', noteAdded],
    ['22 09:00', by(tom, noteAdded)],
  )
  if (!report || !visit || !note) throw new Error('not there')
  const late = { ...visit, recordedAt: '2026-11-22T08:30:00.000Z' }
  const figures = figuresOf(evidenceOf([report, late, note], whole), zone)
  const hour = 3_600_000
  expect(figures).toMatchObject({
    firstAttendance: -(18 * 24 + 23) * hour,
    lastRepair: -(18 * 24 + 23) * hour,
    recorded: { firstAttendance: hour / 2, lastRepair: hour / 2 },
  })
  expect(figuresOf(evidenceOf(lived, whole), zone)).not.toHaveProperty('recorded')
})

test('photos have a number, their latest description with those before it, and the time of a later deletion', () => {
  const events = at(
    ['02 08:00', jobWithTwoTasks],
    ['03 09:00', by(tom, imageAdded)],
    ['03 09:01', { type: 'ImageDescribed', data: { imageId, description: 'Front door' } }],
    ['04 09:00', { type: 'ImageDescribed', data: { imageId, description: 'Front door, after' } }],
    ['05 09:00', { type: 'ImageDeleted', data: { imageId } }],
  )
  expect(photosOf(evidenceOf(events, whole))).toMatchObject([
    {
      ...{ number: 1, version: 2, src: picture.src, deletedAt: '2026-11-05T09:00:00.000Z' },
      description: 'Front door, after',
      describedBefore: [
        { description: picture.description, until: '2026-11-03T09:01:00.000Z' },
        { description: 'Front door', until: '2026-11-04T09:00:00.000Z' },
      ],
    },
  ])
})
