import { type VisitNow, visitNow } from '#core/job/visit/visit-now.ts'
import { useUser } from '#web/client/use-user.ts'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useNow } from '#web/ui/time/use-now.ts'

/** How the user stands to the job's visit of today; undefined if they have none. */
export function useVisit(job: JobBesidesTasks): VisitNow | undefined {
  const { userId } = useUser()
  const zone = useTimeZone()
  const now = new Date(useNow()).toISOString()
  return visitNow(job, { userId, now, zone })
}
