import type { Job } from '#core/job/job.ts'
import { missingPhotos } from '#core/job/photo-rule.ts'
import { derivedStatus } from '#core/job/values.ts'

/**
 * What somebody who leaves a job now has not done: its open tasks, and how many after photos it lacks under the company's rule.
 * The photo of finished work counts once all tasks are completed; photos left out with a reason do not count.
 */
export function leftUndone(
  { jobDescriptions: tasks, jobStatus, pairs, photosLeftOut }: Job,
  { photosNeeded }: { photosNeeded: boolean },
) {
  if (jobStatus === 'cancelled') return { openTasks: [], photos: 0 }
  const { unfinished, count } = missingPhotos({ pairs })
  const wanted = derivedStatus(tasks) === 'completed' ? count : unfinished.length
  return {
    openTasks: tasks.filter((one) => one.status === 'not completed'),
    photos: photosNeeded && !photosLeftOut ? wanted : 0,
  }
}
