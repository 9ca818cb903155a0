import type { QueryClient } from '@tanstack/react-query'
import type { JobRow } from '#core/projections/job-row.ts'
import { type AskedJobs, jobsPageRead } from '#web/sync/reads/jobs.ts'

/** Reads every job of a list, a page at a time. A list that changes meanwhile gives each of its jobs once. */
export async function readAllJobs(
  client: QueryClient,
  asked: AskedJobs,
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<JobRow[]> {
  const found = new Map<string, JobRow>()
  for (let page = 1, pages = 1; page <= pages && !signal.aborted; page += 1) {
    const { jobs, totalPages } = await client.fetchQuery(jobsPageRead({ ...asked, page }))
    for (const row of jobs) found.set(row.jobId, row)
    pages = totalPages
    if (!signal.aborted) onRead(found.size)
  }
  return [...found.values()]
}
