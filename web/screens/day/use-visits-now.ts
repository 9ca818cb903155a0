import { useMemo } from 'react'
import { lengthOfStay } from '#core/job/visit/time-on-site.ts'
import { type VisitNow, visitNow } from '#core/job/visit/visit-now.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { useUser } from '#web/client/use-user.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { useJobs } from '#web/sync/ledger/use-jobs.ts'
import { useShared } from '#web/sync/ledger/use-shared.ts'
import { useNow } from '#web/ui/time/use-now.ts'

/**
 * The visits of today with the statuses that their jobs have on this device, unsent changes included; how the user stands to each,
 * by job; and how long they were on site today in all, in milliseconds.
 */
export type VisitsNow = { visits: readonly BookedVisit[]; standing: ReadonlyMap<string, VisitNow>; onSite: number }

/** {@link VisitsNow} of these visits, as far as their jobs have loaded. */
export function useVisitsNow(visits: readonly BookedVisit[], zone: string): VisitsNow {
  const { userId } = useUser()
  const now = new Date(useNow()).toISOString()
  const jobs = useJobs(visits.map(({ jobId }) => jobId))
  const today = wallClock(now, zone).day
  const stays = [...jobs.values()].flatMap(({ arrivals = [] }) =>
    arrivals.filter((one) => one.userId === userId && wallClock(one.arrivedAt, zone).day === today),
  )
  // Shared, so that a change of one job does not render the visits of the others.
  const found = useShared(
    [...jobs.values()].flatMap((job) => {
      const how = visitNow(job, { userId, now, zone })
      return how ? [{ jobId: job.jobId, how }] : []
    }),
  )
  const byJob = useMemo(() => new Map(found.map(({ jobId, how }) => [jobId, how])), [found])
  const shown = useShared(visits.map((one) => ({ ...one, jobStatus: jobs.get(one.jobId)?.jobStatus ?? one.jobStatus })))
  return { visits: shown, standing: byJob, onSite: stays.reduce((sum, one) => sum + lengthOfStay(one, now), 0) }
}
