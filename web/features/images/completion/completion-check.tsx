import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { missingPhotos } from '#core/job/photo-rule.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { CheckRow } from './check-row.tsx'
import styles from './completion-check.module.css'
import { MissingPhotos, PhotosRequired, TakeAfter } from './missing-photos.tsx'
import type { Tick } from './tick.ts'
import { WithoutPhotos } from './without-photos.tsx'

type Props = { job: Job; tick: Tick; onClose: () => void }

/** The photos that a job needs before it is done, each with its button. The tick counts as soon as the last of them is taken. */
export function CompletionCheck({ job, tick, onClose }: Props) {
  const [leaving, setLeaving] = useState(false)
  const { jobDescriptions: tasks } = job
  const { unfinished, count } = missingPhotos(job)
  const done = useEffectEvent(() => {
    const refusal = dispatch(tick)
    if (refusal) toast.failure(refusal.error)
    onClose()
  })
  useEffect(() => {
    if (count === 0) done()
  }, [count])
  if (leaving) return <WithoutPhotos tick={tick} onBack={() => setLeaving(false)} onClose={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Before this job is done"
      size={520}
      footer={
        <div className={styles.foot}>
          <TakeAfter job={job} pair={unfinished[0]} filled>
            {count > 1 ? `Take ${count} photos` : 'Take after photo'}
          </TakeAfter>
          <Button variant="subtle" className={styles.leave} onClick={() => setLeaving(true)}>
            Finish without {count > 1 ? 'them' : 'it'} and say why
          </Button>
        </div>
      }
    >
      <PhotosRequired count={count} />
      <ul className={styles.rows}>
        <CheckRow
          is="done"
          name="Tasks"
          detail={`${tasks.filter((one) => one.status === 'completed').length} of ${tasks.length} done, this is the last one`}
        />
        <MissingPhotos job={job} />
      </ul>
    </Dialog>
  )
}
