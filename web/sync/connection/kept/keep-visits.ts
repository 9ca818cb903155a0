import type { QueryClient } from '@tanstack/react-query'
import { keepReadyAt } from '#web/sync/device/ready-at.ts'
import { comingVisits, comingVisitsRead } from '#web/sync/reads/calendar.ts'
import { jobRead } from '#web/sync/reads/job.ts'
import { useReadyOffline } from '#web/sync/ready-offline.ts'

/** More visits than one person has in ten days. */
const mostJobs = 100

/**
 * Reads a person's visits from two days ago to seven ahead, each with its whole job, its site and its parts, so that they open without a
 * network. A job for which `isCurrent` is not read again, nor are the visits themselves where a push tells of them (`isPushed`), nor sites
 * that are kept, unless `sitesChanged`, nor parts, which pushes keep up to date. Rejects with the first read that fails; what was read by
 * then is kept.
 */
export async function keepVisits(
  queries: QueryClient,
  userId: string,
  isCurrent: (jobId: string) => Promise<boolean>,
  { now = Date.now(), isPushed = false, sitesChanged = false } = {},
): Promise<void> {
  // What has been read since the connection was made has all pushes.
  const staleTime = isPushed ? Number.POSITIVE_INFINITY : 0
  const { bookings } = await queries.fetchQuery({ ...comingVisitsRead(now), staleTime })
  const mine = bookings.filter(({ assignedTo }) => assignedTo.includes(userId))
  // Pushes keep a job that was read once up to date.
  const visits = [...new Map(mine.map((one) => [one.jobId, one])).values()].slice(0, mostJobs)
  const jobIds = visits.map((one) => one.jobId)
  for (const jobId of jobIds)
    if (!(await isCurrent(jobId))) await queries.fetchQuery({ ...jobRead(jobId), staleTime: Number.POSITIVE_INFINITY })

  const kept = await import('./kept-beside-jobs.ts')
  await kept.keepSites(queries, visits, { all: sitesChanged })
  await kept.keepParts(queries, visits)
  const at = new Date(now).toISOString()
  useReadyOffline.setState({ at, jobIds })
  await keepReadyAt(at)
  await kept.forgetEarlierVisits(comingVisits(now))
}
