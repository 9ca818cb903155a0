import { expect, test } from 'vitest'
import { forTeam, isJobEvent } from '#core/ledger/ledger.ts'
import { by, dana, idOf, jobAfter, jobId, priya, recorded, tom } from '#test/core/given-when-then.ts'
import {
  bath,
  booking,
  bookingDeleted,
  imageAdded,
  invoiced,
  jobCreated,
  jobScheduled,
  jobWithTwoTasks,
  noteAdded,
  noteId,
  picture,
  priced,
  ready,
  referred,
  reopened,
  tap,
  taskCompleted,
  toEstimate,
} from '#test/core/job-events.ts'
import { evolve, jobDocument } from './job.ts'

test('a new job is pending, has no warning, priority 1, and its number in five digits', () => {
  expect(jobAfter(by(priya, jobCreated))).toEqual({
    jobId,
    jobRef: '00213',
    apartmentName: '14 Marlowe Court',
    createdAt: '2026-11-19',
    jobStatus: 'pending',
    warning: '',
    jobPriority: 1,
    assignedTo: [],
    jobDescriptions: [{ ...tap, status: 'not completed', ready: false }],
    extraNotes: [],
    images: [],
    nextVisitHours: 0,
    nextVisitPeople: 0,
    lastModified: '2026-11-19T08:00:01.000Z',
    version: 1,
    office: { createdBy: priya.userId, workOrder: '', agency: '', receivedBy: '', invoice: '', prices: {} },
  })
})

test('a change of status resets ready', () => {
  for (const change of [taskCompleted, toEstimate(tap), reopened(tap)])
    expect(jobAfter(jobCreated, ready(tap), change).jobDescriptions[0]?.ready).toBe(false)
})

test('deleting a booking clears its times, access, people and id', () => {
  expect(jobAfter(jobCreated, jobScheduled)).toMatchObject(booking)
  const { version: _, lastModified: _then, ...before } = jobAfter(jobCreated)
  expect(jobAfter(jobCreated, jobScheduled, bookingDeleted)).toEqual({
    ...before,
    wereAssigned: { [booking.jobBookingId]: booking.assignedTo },
    version: 3,
    lastModified: expect.any(String),
  })
})

test('comments and images have their author, the author’s role at the time, and the time', () => {
  const job = jobAfter(jobCreated, by(tom, noteAdded), by(dana, imageAdded))
  expect(job.extraNotes).toEqual([
    {
      noteId,
      note: 'No answer at the door.',
      userId: tom.userId,
      userRole: 'team',
      timestamp: '2026-11-19T08:01:00.000Z',
    },
  ])
  expect(job.images).toEqual([
    { ...picture, userId: dana.userId, userRole: 'owner', timestamp: '2026-11-19T08:02:00.000Z' },
  ])
})

test('the price of a task is deleted with the task', () => {
  const past = [jobWithTwoTasks, priced(tap, 8500), priced(bath, 12_000)]
  expect(jobAfter(...past).office?.prices).toEqual({ [tap.taskId]: 8500, [bath.taskId]: 12_000 })
  const after = jobAfter(...past, { type: 'TaskDeleted', data: { taskId: tap.taskId } })
  expect(after.office?.prices).toEqual({ [bath.taskId]: 12_000 })
  expect(after.jobDescriptions).toMatchObject([bath])
})

test('a job has the version and the time of its last event', () => {
  const job = jobAfter(jobCreated, ready(tap), taskCompleted)
  expect(job).toMatchObject({ version: 3, lastModified: '2026-11-19T08:02:01.000Z' })
})

test('every job has the published shape', () => {
  const job = jobAfter(jobWithTwoTasks, referred, priced(tap, 1), jobScheduled, noteAdded, imageAdded, invoiced('1'))
  expect(jobDocument.safeParse(job)).toEqual({ success: true, data: job })
})

test('the team folds the same job without office facts, and without its creator', () => {
  const past = recorded(by(priya, jobCreated), referred, priced(tap, 8500), by(tom, noteAdded))
  const team = forTeam(past)
  expect(team.map((event) => event.type)).toEqual(['JobCreated', 'NoteAdded'])
  expect(team[0]).toMatchObject({ actorRole: 'system' })
  expect(team[0]).not.toHaveProperty('actorId')
  const job = team.filter(isJobEvent).reduce(evolve, undefined)
  expect(job).not.toHaveProperty('office')
  expect(JSON.stringify(team)).not.toContain(priya.userId)
})

test('an event of an unknown type is not shown to the team', () => {
  const [first] = recorded(jobCreated)
  if (!first) throw new Error('There is one.')
  expect(
    forTeam([
      { ...first, type: 'TaskCosted' },
      { ...first, type: 'constructor' },
    ]),
  ).toEqual([])
})

test('an event about an unknown task changes no task', () => {
  const before = jobAfter(jobCreated).jobDescriptions
  expect(jobAfter(jobCreated, ready({ taskId: idOf('c', 7) })).jobDescriptions).toEqual(before)
})
