import { jobNumber } from '#core/part/values.ts'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import { jobsPageSize } from '#core/wire/list-options.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

/** Whether a typed text can be the number of a job, such as '12' or '00012'. */
export const isJobNumber = (typed: string) => /^\d{1,9}$/.test(typed)

/** The job with a typed number, in a list that is empty if there is none. */
export async function jobsOfNumber(typed: string, signal: AbortSignal): Promise<JobsAnswer['jobs']> {
  if (!isJobNumber(typed)) return []
  // Job numbers have no gaps, so a number determines its page.
  const page = Math.max(1, Math.ceil(Number(typed) / jobsPageSize))
  const { jobs } = await call<JobsAnswer>(paths.jobs, { query: { sort: 'jobRef', direction: 'asc', page }, signal })
  return jobs.filter((job) => job.jobRef === jobNumber(typed))
}
