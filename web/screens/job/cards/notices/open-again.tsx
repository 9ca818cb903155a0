import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Job } from '#core/job/job.ts'
import type { Warning } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './open-again.module.css'

/** Tells the office that a cancelled job was changed afterwards, by offline work for instance, and is open again. */
export function OpenAgain({ job: { jobId, warning, jobStatus } }: { job: Job }) {
  const dispatch = useDispatch()
  const set = (to: Warning) => {
    const refusal = dispatch({ type: 'ChangeWarning', data: { jobId, warning: to } })
    if (refusal) toast.failure(refusal.error)
  }
  return (
    <section className={styles.strip} aria-label="Changed after it was cancelled">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <p>
        <strong>Changed after it was cancelled.</strong> The job has the warning {label(warning)}, but is now{' '}
        {label(jobStatus)}. The history says who changed it, and when.
      </p>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => set('')}>
          Keep it open
        </Button>
        <Button variant="default" onClick={() => set(warning)}>
          Cancel it again
        </Button>
      </div>
    </section>
  )
}
