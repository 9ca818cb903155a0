import { expect, test } from 'vitest'
import { placeInJob } from './place-in-job.ts'

test('an unsent photo is named by its place in the job', () => {
  const job = {
    pairs: [{ pairId: 'pair', before: { imageId: 'a' }, after: { imageId: 'b' } }],
    noAccess: [{ imageId: 'd' }],
  }
  expect(placeInJob(job, 'a')).toBe('Before')
  expect(placeInJob(job, 'b')).toBe('After')
  expect(placeInJob(job, 'c')).toBeUndefined()
  expect(placeInJob(job, 'd')).toBe('No access')
  expect(placeInJob({}, 'a')).toBeUndefined()
})
