import { expect, test } from 'vitest'
import { outcomeOf } from './photo-outcome.ts'

test('a response is a refusal only if a retry would not help', () => {
  const answered = (status: number, body?: unknown) => outcomeOf({ status, body })
  const { sent } = { sent: { message: 'Images uploaded successfully!', images: [], seq: 4 } } as const
  expect(answered(200, sent)).toEqual({ sent })
  const empty = { error: 'This file is empty.', code: 'empty-file' }
  expect(answered(422, empty)).toEqual({ failed: 'rejected', error: 'This file is empty.' })
  expect(answered(404, { code: 'not-found' })).toEqual({ failed: 'rejected', error: 'Upload failed' })
  expect(outcomeOf('signed-out')).toEqual({ failed: 'signed-out' })
  const error = 'Failed to upload images. Please try again.'
  for (const status of [0, 200]) expect(answered(status)).toEqual({ failed: 'unreachable', error, isUnanswered: true })
  expect(answered(429)).toEqual({ failed: 'unreachable', error })
  for (const status of [500, 503]) expect(answered(status)).toEqual({ failed: 'failing', error })
  expect(answered(409, { error, code: 'pieces-missing' })).toEqual({ failed: 'unreachable', error })
  expect(answered(409, { error, code: 'conflict' })).toEqual({ failed: 'rejected', error })
})

test('a page of a proxy or a firewall refuses no photo', () => {
  const error = 'Failed to upload images. Please try again.'
  for (const status of [400, 401, 403, 404, 413])
    for (const body of [undefined, { message: 'Forbidden' }])
      expect(outcomeOf({ status, body })).toEqual({ failed: 'failing', error })
})
