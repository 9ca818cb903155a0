import { expect, test } from 'vitest'
import { idOf } from '#test/core/given-when-then.ts'
import { isPressing, pushMessageOf } from './push-words.ts'

const jobId = idOf('a', 1)
const namer = { nameOf: () => 'Tom Okafor', whenOf: () => 'Tue 24 Nov, 09:00–11:00', momentOf: () => 'Thu 26 Nov' }
const visit = { to: { jobStart: '2026-11-24T09:00:00.000Z', jobEnd: '2026-11-24T11:00:00.000Z' } }

test('a lock screen shows what happened and the job, and the site only if its reader allows it', () => {
  expect(pushMessageOf({ visit }, { jobId, jobRef: '00012' }, namer)).toEqual({
    title: 'You’re booked for Tue 24 Nov, 09:00–11:00',
    body: 'Job 00012',
    path: `/job/${jobId}`,
    tag: jobId,
  })
  const both = { noAccess: { by: idOf('d', 2) }, finished: {} }
  expect(pushMessageOf(both, { jobId, jobRef: '00012', site: 'Mill Lane' }, namer)).toMatchObject({
    title: 'Tom Okafor recorded no access',
    body: 'Job 00012 · Mill Lane\nJob finished',
  })
})

test('the visits of the next day open the day', () => {
  const dayAhead = { count: 2, first: visit.to }
  expect(pushMessageOf({ dayAhead }, { jobId }, namer)).toEqual({
    title: 'Your next day: 2 visits, the first Tue 24 Nov, 09:00–11:00',
    body: '',
    path: '/day',
    tag: jobId,
  })
})

test('what was taken back is said to be, and a message is never too long for a push service', () => {
  expect(pushMessageOf({}, { jobId, jobRef: '00012' }, namer)).toMatchObject({
    title: 'This has changed again',
    body: 'Job 00012\nThe change you were told about on this job was undone.',
  })
  const report = { report: { urgency: 'health' } } as const
  expect(pushMessageOf(report, { jobId, instead: 'report' }, namer)).toEqual({
    title: 'A repair was reported that affects someone’s health',
    body: '',
    path: '/reports',
    tag: jobId,
  })
  expect(pushMessageOf({}, { jobId, instead: 'report' }, namer).body).toBe('The report has been dealt with.')
  expect(pushMessageOf({}, { jobId, instead: 'device' }, namer)).toMatchObject({
    ...{ body: 'The changes have been sent or dealt with.', path: '/team' },
  })
  const long = { nameOf: () => 'ß'.repeat(5_000), whenOf: () => '', momentOf: () => 'Thu 26 Nov' }
  const message = pushMessageOf({ noAccess: { by: idOf('d', 2) } }, { jobId, site: '字'.repeat(5_000) }, long)
  expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(3_000)
})

test('what cannot wait is shown at once', () => {
  expect([{ visit }, { noAccess: {} }, { finished: {} }, {}].map(isPressing)).toEqual([true, true, false, false])
})
