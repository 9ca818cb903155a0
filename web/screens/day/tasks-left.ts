import type { Job } from '#core/job/job.ts'

/** What is left to do at a job: '3 of 4 tasks left', '1 task left, 1 to estimate'. */
export function tasksLeft({ jobDescriptions: tasks }: Pick<Job, 'jobDescriptions'>): string {
  const count = (status: Job['jobDescriptions'][number]['status']) =>
    tasks.filter((one) => one.status === status).length
  const left = count('not completed')
  const toEstimate = count('to estimate')
  if (tasks.length === 0) return 'No tasks'
  const done = tasks.length - left - toEstimate
  const open =
    done > 0 && left > 0 ? `${left} of ${tasks.length} tasks left` : `${left} ${left === 1 ? 'task' : 'tasks'} left`
  const first = left === 0 ? `${done} of ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'} done` : open
  return toEstimate > 0 ? `${first}, ${toEstimate} to estimate` : first
}
