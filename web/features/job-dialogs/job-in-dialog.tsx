import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Job } from '#core/job/job.ts'
import { useJob } from '#web/sync/ledger/ledger-store.ts'
import { useJobRead } from '#web/sync/reads/job.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Loading, SkeletonLine } from '#web/ui/states/loading.tsx'
import styles from './job-in-dialog.module.css'

type Props = { jobId: string; title: string; onClose: () => void; children: (job: Job) => ReactNode }

/** Reads the whole job for a dialog that was opened from a line of the list; says so while it is on its way. */
export function JobInDialog({ jobId, title, onClose, children }: Props) {
  const read = useJobRead(jobId)
  const job = useJob(jobId)
  if (job) return children(job)
  return (
    <Dialog opened onClose={onClose} title={title} size={520}>
      {read.fetchStatus === 'paused' ? (
        <p className={styles.offline}>You are offline, and this job has not been read on this device yet.</p>
      ) : read.isError ? (
        <div className={styles.failed} role="alert">
          <p>Failed to fetch job details.</p>
          <Button variant="default" onClick={() => read.refetch()}>
            Retry
          </Button>
        </div>
      ) : (
        <Loading>
          <div className={styles.lines}>
            <SkeletonLine width="70%" />
            <SkeletonLine width="50%" />
            <SkeletonLine width="60%" />
          </div>
        </Loading>
      )}
    </Dialog>
  )
}
