import type { ReactNode } from 'react'
import type { Job } from '#core/job/job.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { useJobRead } from '#web/sync/reads/job.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { SkeletonLine } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import styles from './job-in-dialog.module.css'

type Props = { jobId: string; title: string; onClose: () => void; children: (job: Job) => ReactNode }

/** Reads the whole job for a dialog opened from a list row, with the read's state until it is there. */
export function JobInDialog({ jobId, title, onClose, children }: Props) {
  const { error, refetch } = useJobRead(jobId)
  const job = useJob(jobId)
  if (job) return children(job)
  return (
    <Dialog opened onClose={onClose} title={title} size={520}>
      <ReadState
        read={{ data: job, error, refetch }}
        failed={() => 'Failed to fetch job details.'}
        offline="You’re offline, and this job hasn’t been loaded on this device yet."
        skeleton={
          <div className={styles.lines}>
            <SkeletonLine width="70%" />
            <SkeletonLine width="50%" />
            <SkeletonLine width="60%" />
          </div>
        }
      >
        {() => null}
      </ReadState>
    </Dialog>
  )
}
