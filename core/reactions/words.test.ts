import { expect, test } from 'vitest'
import { idOf, jobId, tom } from '#test/core/given-when-then.ts'
import { booking } from '#test/core/job-events.ts'
import type { JobChanges } from './changes.ts'
import { saidOf } from './words.ts'

const { jobStart, jobEnd } = booking
const visit = { jobStart, jobEnd }
const said = (changes: JobChanges, name = 'Tom Okafor') =>
  saidOf(changes, { nameOf: () => name, whenOf: () => 'Fri 20 Nov, 09:00–11:00', momentOf: () => 'Thu 26 Nov' }).map(
    ({ who, what }) => [who, what].filter(Boolean).join(' '),
  )

test('each change is said in a sentence, with the person who did it', () => {
  const by = tom.userId
  expect(said({ visit: { to: visit, by } })).toEqual(['You’re booked for Fri 20 Nov, 09:00–11:00'])
  expect(said({ visit: { from: visit, to: visit } })).toEqual(['Your visit moved to Fri 20 Nov, 09:00–11:00'])
  expect(said({ visit: { from: visit } })).toEqual(['Your visit on Fri 20 Nov, 09:00–11:00 is cancelled'])
  expect(said({ noAccess: { by } })).toEqual(['Tom Okafor recorded no access'])
  expect(said({ toEstimate: { taskIds: [idOf('c', 1)], by } })).toEqual(['Tom Okafor marked a task to estimate'])
  expect(said({ mention: { noteIds: [jobId], by } })).toEqual(['Tom Okafor mentioned you in a comment'])
  expect(said({ mention: { noteIds: [jobId, tom.userId] } })).toEqual(['You’re mentioned in 2 comments'])
  expect(said({ dayAhead: { count: 1, first: visit } })).toEqual(['Your next day: a visit, Fri 20 Nov, 09:00–11:00'])
  expect(said({ dayAhead: { count: 3, first: visit } })).toEqual([
    'Your next day: 3 visits, the first Fri 20 Nov, 09:00–11:00',
  ])
  expect(said({ finished: {} })).toEqual(['Job finished'])
  expect(said({ webhookOff: { why: 'failing' } })).toEqual(['A webhook turned off: nothing has arrived for three days'])
})

test('a device is said with how much was refused on it, and since when it has sent nothing', () => {
  const stuck = { by: tom.userId, on: 'phone', refused: 3, waiting: 0 } as const
  const oldest = jobStart
  expect(said({ stuck })).toEqual(['Tom Okafor’s phone has 3 refused changes'])
  expect(said({ stuck: { ...stuck, refused: 0, waiting: 2, oldest } })).toEqual([
    'Tom Okafor’s phone has 2 unsent changes, the oldest from Thu 26 Nov',
  ])
  expect(said({ stuck: { ...stuck, on: 'laptop', refused: 1, waiting: 1, oldest } })).toEqual([
    'Tom Okafor’s laptop has a refused change and an unsent change from Thu 26 Nov',
  ])
  expect(said({ stuck: { ...stuck, refused: 1 } }, '')).toEqual(['A phone has a refused change'])
})

test('a report is said with how bad it is', () => {
  expect(said({ report: { urgency: 'can wait' } })).toEqual(['A repair was reported'])
  expect(said({ report: { urgency: 'danger' } })).toEqual(['A repair was reported as an immediate danger'])
})

test('emails that could not be sent are said each, without an address', () => {
  expect(said({ notSent: ['invoice'] })).toEqual(['The invoice could not be sent by email'])
  expect(said({ notSent: ['evidence', 'tenant-link'] })).toEqual([
    'The evidence pack could not be sent by email',
    'An email to the tenant could not be sent',
  ])
})

test('the most pressing change comes first, and somebody unknown has no name', () => {
  const missed = [
    { dutyId: jobId, step: 'investigate', due: jobStart },
    { dutyId: jobId, step: 'make safe', due: jobStart },
  ] as const
  const changes = { finished: { by: tom.userId }, missed: [...missed], toEstimate: { taskIds: [jobId, tom.userId] } }
  expect(said({ near: [...missed] })).toEqual(['Deadlines near: Investigate, Make safe, due Thu 26 Nov'])
  expect(said(changes, '')).toEqual(['Deadlines missed: Investigate, Make safe', 'Job finished', '2 tasks to estimate'])
})
