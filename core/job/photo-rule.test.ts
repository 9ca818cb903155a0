import { describe, expect, test } from 'vitest'
import type { Command } from '#core/ledger/ledger.ts'
import {
  by,
  companyId,
  dana,
  type Given,
  given,
  idOf,
  jobAfter,
  jobId,
  priya,
  tom,
} from '#test/core/given-when-then.ts'
import { bath, completed, jobCreated, jobWithTwoTasks, status, tap, toEstimate } from '#test/core/job-events.ts'
import { missingPhotos } from './photo-rule.ts'

const needed = { photosNeeded: true }
const photo = (side: 'before' | 'after', nth = 1): Given =>
  by(tom, { type: 'ImagePaired', data: { imageId: idOf('e', nth), pairId: idOf('f', nth), side } })
const answer = (nth: number): Given => ({
  type: 'ImagePaired',
  data: { imageId: idOf('e', nth + 10), pairId: idOf('f', nth), side: 'after' },
})
const tick = (withoutPhotos?: string): Command => ({
  type: 'CycleTask',
  data: { jobId, taskId: tap.taskId, from: 'not completed', ...(withoutPhotos === undefined ? {} : { withoutPhotos }) },
})
const set = (withoutPhotos?: string): Command => ({
  type: 'SetTaskStatus',
  data: {
    ...{ jobId, taskId: tap.taskId, from: 'not completed', status: 'completed' },
    ...(withoutPhotos === undefined ? {} : { withoutPhotos }),
  },
})
const done = status('pending', 'completed', 'tasks')
const one = 'This job needs an after photo before it is done. Take the photo, or say why there is none.'
const leftOut: Given = { type: 'PhotosLeftOut', data: { reason: 'No light' } }

describe('photos needed before a job is done', () => {
  test('the last tick is refused without an after photo, for everyone', () => {
    for (const person of [tom, dana])
      for (const command of [tick(), set(), tick('  ')]) given(jobCreated).when(command, person, needed).refuses(one)
  })
  test('a company without the rule, and a device that does not know it, complete the job', () => {
    given(jobCreated).when(tick(), tom).gives(completed(tap), done)
    given(jobCreated).when(tick(), tom, { photosNeeded: false }).gives(completed(tap), done)
  })
  test('other ticks are never refused', () => {
    given(jobWithTwoTasks).when(tick(), tom, needed).gives(completed(tap))
    given(jobWithTwoTasks, toEstimate(bath), status('pending', 'to estimate', 'tasks'))
      .when(tick(), tom, needed)
      .gives(completed(tap))
  })
  test('an after photo is enough, even if it has not arrived yet', () =>
    given(jobCreated, photo('after')).when(tick(), tom, needed).gives(completed(tap), done))
  test('each before photo needs its after photo', () => {
    given(jobCreated, photo('before')).when(tick(), tom, needed).refuses(one)
    given(jobCreated, photo('before', 1), photo('before', 2))
      .when(set(), tom, needed)
      .refuses('This job needs 2 after photos before it is done. Take the photo, or say why there is none.')
    given(jobCreated, photo('before', 1), answer(1)).when(tick(), tom, needed).gives(completed(tap), done)
    expect(missingPhotos(jobAfter(jobCreated, photo('before', 1), answer(1), photo('before', 2)))).toMatchObject({
      count: 1,
      unfinished: [{ pairId: idOf('f', 2) }],
    })
  })
  test('with a reason the team’s tick counts, and the job stays open for the office', () =>
    given(jobCreated).when(tick(' No light '), tom, needed).gives(leftOut, completed(tap)))
  test('the office completes a job without them, with a reason', () =>
    given(jobCreated).when(set('No light'), priya, needed).gives(leftOut, completed(tap), done))
  test('a reason is not recorded when nothing is missing', () =>
    given(jobCreated, photo('after')).when(tick('No light'), tom, needed).gives(completed(tap), done))
  test('a job held open for its photos is completed by the last of them', () => {
    const held = [jobCreated, photo('before', 1), photo('before', 2), leftOut, completed(tap)]
    const take = (nth: number): Command => ({
      type: 'PairImage',
      data: { jobId, imageId: idOf('e', nth + 10), pairId: idOf('f', nth), side: 'after' },
    })
    given(...held)
      .when(take(1), tom)
      .gives(answer(1))
    given(...held, answer(1))
      .when(take(2), tom)
      .gives(answer(2), done)
    given(...held, answer(1), status('pending', 'cancelled', 'warning'))
      .when(take(2), tom)
      .gives(answer(2))
  })
})

describe('the rule itself', () => {
  const registered: Given = {
    type: 'CompanyRegistered',
    data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-03T08:00:00.000Z' },
  }
  const rule = (photosNeeded: boolean): Command => ({ type: 'SetPhotoRule', data: { companyId, photosNeeded } })
  test('is set by the office, and is off at first', () => {
    for (const person of [dana, priya])
      given(registered)
        .when(rule(true), person)
        .gives({ type: 'PhotoRuleSet', data: { photosNeeded: true } })
    given(registered).when(rule(false)).givesNothing()
    given(registered).when(rule(true), tom).refuses('Only the office may do this.')
    given().when(rule(true)).refuses('Company not found.')
  })
})
