import type { Job } from '#core/job/job.ts'
import { isOpenAgain } from '#core/job/values.ts'
import { isOffice } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { OfflineCard } from '#web/features/offline/offline-card.tsx'
import { useMay } from '#web/sync/rights.ts'
import { OpenAgain } from './open-again.tsx'

/** What the user must know or decide about a job: offline work that met that of others, or a job changed after it was cancelled. */
export function JobNotices({ job, onHistory }: { job: Job; onHistory: (() => void) | undefined }) {
  const { userRole } = useUser()
  const mayWork = useMay('work')
  return (
    <>
      <OfflineCard job={job} onHistory={onHistory} />
      {mayWork && isOffice(userRole) && isOpenAgain(job) && <OpenAgain job={job} />}
    </>
  )
}
