import { expect, test } from 'vitest'
import { by, idOf, jobAfter, tom } from '#test/core/given-when-then.ts'
import { bath, completed, jobWithTwoTasks, status, tap, toEstimate } from '#test/core/job-events.ts'
import { leftUndone } from './left-undone.ts'

const pairId = idOf('f', 20)
const paired = (side: 'before' | 'after', nth: number) =>
  by(tom, { type: 'ImagePaired', data: { imageId: idOf('e', nth), pairId, side } })
const needed = { photosNeeded: true }

test('open tasks are left undone, those to estimate are not', () => {
  expect(leftUndone(jobAfter(jobWithTwoTasks, toEstimate(tap)), { photosNeeded: false })).toMatchObject({
    openTasks: [{ taskId: bath.taskId }],
    photos: 0,
  })
  expect(leftUndone(jobAfter(jobWithTwoTasks, completed(tap), completed(bath)), { photosNeeded: false })).toEqual({
    openTasks: [],
    photos: 0,
  })
})

test('under the company’s rule each before photo lacks its after photo, and finished work its photo', () => {
  const begun = [jobWithTwoTasks, paired('before', 1)] as const
  expect(leftUndone(jobAfter(...begun), needed).photos).toBe(1)
  expect(leftUndone(jobAfter(...begun, paired('after', 2)), needed).photos).toBe(0)
  expect(leftUndone(jobAfter(jobWithTwoTasks), needed).photos).toBe(0)
  expect(leftUndone(jobAfter(jobWithTwoTasks, completed(tap), completed(bath)), needed).photos).toBe(1)
})

test('photos left out with a reason are not asked for again, and a cancelled job lacks nothing', () => {
  const done = [jobWithTwoTasks, completed(tap), completed(bath)] as const
  const leftOut = by(tom, { type: 'PhotosLeftOut', data: { reason: 'The tenant wanted none' } })
  expect(leftUndone(jobAfter(...done, leftOut), needed).photos).toBe(0)
  expect(leftUndone(jobAfter(jobWithTwoTasks, status('pending', 'cancelled', 'warning')), needed)).toEqual({
    openTasks: [],
    photos: 0,
  })
})
