import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCamera, IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { ImagePair, Job } from '#core/job/job.ts'
import { missingPhotos } from '#core/job/photo-rule.ts'
import { timeIn } from '#core/time/format.ts'
import { nameOfPair } from '#web/features/images/pairs/pair-names.ts'
import { takePairPhoto } from '#web/features/images/pairs/take-pair-photo.ts'
import { useFileField } from '#web/features/images/upload/choose-photos.tsx'
import { dispatch } from '#web/sync/ledger/ledger-store.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { counted } from '#web/ui/number-format.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { dayIn } from '#web/ui/time/format-instant.ts'
import styles from './completion-check.module.css'
import type { Tick } from './tick.ts'
import { WithoutPhotos } from './without-photos.tsx'

type Props = { job: Job; tick: Tick; onClose: () => void }

/** The photos that a job needs before it is done, each with its button. The tick counts as soon as the last of them is taken. */
export function CompletionCheck({ job, tick, onClose }: Props) {
  const [leaving, setLeaving] = useState(false)
  const { jobId, jobDescriptions: tasks, images, pairs = [] } = job
  const { unfinished, count } = missingPhotos(job)
  const done = useEffectEvent(() => {
    const refusal = dispatch(tick)
    if (refusal) toast.failure(refusal.error)
    onClose()
  })
  useEffect(() => {
    if (count === 0) done()
  }, [count])
  const [next] = unfinished
  if (leaving) return <WithoutPhotos tick={tick} onBack={() => setLeaving(false)} onClose={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Before this job is done"
      size={520}
      footer={
        <div className={styles.foot}>
          <TakePhoto jobId={jobId} pairId={next?.pairId} filled>
            {count > 1 ? `Take ${count} photos` : 'Take after photo'}
          </TakePhoto>
          <Button variant="subtle" className={styles.leave} onClick={() => setLeaving(true)}>
            Finish without {count > 1 ? 'them' : 'it'} and say why
          </Button>
        </div>
      }
    >
      <p className={styles.banner}>
        <IconAlertTriangle size={22} stroke={1.75} aria-hidden />
        <span>
          <strong>{counted(count, 'photo')} required.</strong> This job can’t be completed without{' '}
          {count > 1 ? 'them' : 'it'}.
        </span>
      </p>
      <ul className={styles.rows}>
        <li className={styles.row}>
          <IconCheck className={styles.good} size={20} stroke={2} aria-hidden />
          <div>
            <p className={styles.name}>Tasks</p>
            <p className={styles.small}>
              {tasks.filter((one) => one.status === 'completed').length} of {tasks.length} done, this is the last one
            </p>
          </div>
        </li>
        {unfinished.map((pair) => (
          <Missing key={pair.pairId} name={`After photo: ${nameOfPair(pair, images, pairs.indexOf(pair))}`} pair={pair}>
            <TakePhoto jobId={jobId} pairId={pair.pairId}>
              Take after photo
            </TakePhoto>
          </Missing>
        ))}
        {unfinished.length === 0 && (
          <Missing name="After photo" pair={undefined}>
            <TakePhoto jobId={jobId} pairId={undefined}>
              Take photo
            </TakePhoto>
          </Missing>
        )}
      </ul>
    </Dialog>
  )
}

type MissingProps = { name: string; pair: ImagePair | undefined; children: ReactNode }

function Missing({ name, pair, children }: MissingProps) {
  const zone = useTimeZone()
  const taken = pair?.before?.timestamp
  const now = new Date().toISOString()
  const day = taken && dayIn(taken, zone, now) !== dayIn(now, zone, now) ? `${dayIn(taken, zone, now)}, ` : ''
  return (
    <li className={styles.row}>
      <IconCamera className={styles.bad} size={20} stroke={1.75} aria-hidden />
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.small}>
          {taken ? `Before photo taken ${day}${timeIn(taken, zone)}` : 'A photo of the finished work'}
        </p>
        {children}
      </div>
    </li>
  )
}

type TakeProps = { jobId: string; pairId: string | undefined; filled?: boolean; children: ReactNode }

function TakePhoto({ jobId, pairId, filled = false, children }: TakeProps) {
  const { input, choose } = useFileField({
    capture: true,
    onFiles: (files) => void takePairPhoto(jobId, pairId ?? uuid(), 'after', files),
  })
  return (
    <>
      {input}
      <Button
        variant={filled ? 'filled' : 'default'}
        className={filled ? styles.filled : styles.take}
        leftSection={<IconCamera size={20} stroke={1.75} aria-hidden />}
        onClick={choose}
      >
        {children}
      </Button>
    </>
  )
}
