import type { Job } from '#core/job/job.ts'
import { nextVisitHours, nextVisitPeople, taskStatuses, warnings } from '#core/job/values.ts'
import { dispatch } from '#web/sync/ledger/ledger-store.ts'
import type { FieldConflict } from './compare-offline-work.ts'

/** Sets a field to the other person's value. Returns the error if that is refused. */
export function takeTheirs(job: Job, { field, of, theirs: { changes } }: FieldConflict): string | undefined {
  const { jobId } = job
  const task = job.jobDescriptions.find((one) => one.description === of)
  const value = changes.at(-1)?.to
  const theirValue = (name: string) => changes.find((one) => one.field === name)?.to
  if (field === 'nextVisit')
    return dispatch({
      type: 'SetNextVisit',
      data: {
        jobId,
        nextVisitHours: nextVisitHours.find((one) => one === theirValue('nextVisitHours')) ?? hoursOf(job),
        nextVisitPeople: nextVisitPeople.find((one) => one === theirValue('nextVisitPeople')) ?? peopleOf(job),
      },
    })?.error
  if (field === 'warning') {
    const warning = warnings.find((one) => one === (value ?? ''))
    return warning === undefined ? undefined : dispatch({ type: 'ChangeWarning', data: { jobId, warning } })?.error
  }
  if (!task) return undefined
  const { taskId } = task
  if (field === 'ready')
    return dispatch({ type: 'SetTaskReady', data: { jobId, taskId, ready: value === true } })?.error
  const status = taskStatuses.find((one) => one === value)
  return status && dispatch({ type: 'SetTaskStatus', data: { jobId, taskId, status, from: task.status } })?.error
}

const hoursOf = (job: Job) => nextVisitHours.find((one) => one === job.nextVisitHours) ?? 0
const peopleOf = (job: Job) => nextVisitPeople.find((one) => one === job.nextVisitPeople) ?? 0
