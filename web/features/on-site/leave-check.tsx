import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Job } from '#core/job/job.ts'
import { missingPhotos } from '#core/job/photo-rule.ts'
import { leftUndone } from '#core/job/visit/left-undone.ts'
import type { Arrival } from '#core/job/visit/time-on-site.ts'
import { timeIn } from '#core/time/format.ts'
import { CheckRow } from '#web/features/images/completion/check-row.tsx'
import styles from '#web/features/images/completion/completion-check.module.css'
import { MissingPhotos, PhotosRequired, TakeAfter } from '#web/features/images/completion/missing-photos.tsx'
import { useCompletionCheck } from '#web/features/images/completion/use-completion-check.tsx'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { signerLine } from '#web/ui/signature/signature-names.ts'
import { stayWords } from './stay-words.ts'

type Props = { job: Job; arrival: Arrival; photosNeeded: boolean; onLeave: () => void; onClose: () => void }

/** What is not done yet, before somebody leaves: open tasks and missing photos, each with its button. Leaving is one tap. */
export function LeaveCheck({ job, arrival, photosNeeded, onLeave, onClose }: Props) {
  const zone = useTimeZone()
  const { tick, check } = useCompletionCheck(job)
  const { openTasks, photos } = leftUndone(job, { photosNeeded })
  const { unfinished } = missingPhotos(job)
  const signature = job.signatures?.at(-1)
  // The photos of the last task come first: the tick counts once they are taken.
  if (check) return check
  const isDone = openTasks.length + photos === 0
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Before you leave"
      size={520}
      footer={
        <div className={styles.foot}>
          {photos > 0 && (
            <TakeAfter job={job} pair={unfinished[0]} filled>
              {photos > 1 ? `Take ${photos} photos` : 'Take after photo'}
            </TakeAfter>
          )}
          {photos === 0 && (
            <Button className={styles.filled} onClick={isDone ? onLeave : onClose}>
              {isDone ? 'Left' : 'Back to the job'}
            </Button>
          )}
          {!isDone && (
            <Button variant="subtle" className={styles.leave} onClick={onLeave}>
              Leave anyway
            </Button>
          )}
        </div>
      }
    >
      {photos > 0 && <PhotosRequired count={photos} />}
      <ul className={styles.rows}>
        <CheckRow is={openTasks.length > 0 ? 'open' : 'done'} name="Tasks" detail={tasksWords(job)} />
        {openTasks.map(({ taskId, description, status }) => (
          <CheckRow key={taskId} is="open" name={description} detail="Not completed">
            <Button
              variant="default"
              className={styles.take}
              leftSection={<IconCheck size={20} stroke={2} aria-hidden />}
              onClick={() =>
                tick({ type: 'SetTaskStatus', data: { jobId: job.jobId, taskId, status: 'completed', from: status } })
              }
            >
              Completed<span className="sr"> {description}</span>
            </Button>
          </CheckRow>
        ))}
        {photos > 0 && <MissingPhotos job={job} />}
        {signature && (
          <CheckRow
            is="done"
            name="Signature"
            detail={`${signerLine(signature.name, signature.signer)}, ${timeIn(signature.timestamp, zone)}`}
          />
        )}
        <CheckRow
          is="done"
          name="Time on site"
          detail={`Arrived ${timeIn(arrival.arrivedAt, zone)}, ${stayWords(arrival, new Date().toISOString())}`}
        />
      </ul>
    </Dialog>
  )
}

/** '2 of 4 completed, 1 to estimate'. */
function tasksWords({ jobDescriptions: tasks }: Job): string {
  const count = (wanted: string) => tasks.filter(({ status }) => status === wanted).length
  const toEstimate = count('to estimate')
  return [`${count('completed')} of ${tasks.length} completed`, toEstimate > 0 && `${toEstimate} to estimate`]
    .filter(Boolean)
    .join(', ')
}
