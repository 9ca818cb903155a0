import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCamera } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ImagePair, Job } from '#core/job/job.ts'
import { missingPhotos } from '#core/job/photo-rule.ts'
import { timeIn } from '#core/time/format.ts'
import { nameOfPair } from '#web/features/images/pairs/pair-names.ts'
import { useAfterCamera } from '#web/features/images/pairs/use-after-camera.tsx'
import { useImageUrls } from '#web/sync/reads/image-urls.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { counted } from '#web/ui/number-format.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { CheckRow } from './check-row.tsx'
import styles from './completion-check.module.css'

/** Says how many photos are missing, which keeps the job open. */
export const PhotosRequired = ({ count }: { count: number }) => (
  <p className={styles.banner}>
    <IconAlertTriangle size={22} stroke={1.75} aria-hidden />
    <span>
      <strong>{counted(count, 'photo')} required.</strong> This job can’t be completed without{' '}
      {count > 1 ? 'them' : 'it'}.
    </span>
  </p>
)

/** The after photos that a job lacks, each with its button. */
export function MissingPhotos({ job }: { job: Job }) {
  const zone = useTimeZone()
  const { images, pairs = [] } = job
  const { unfinished } = missingPhotos(job)
  if (unfinished.length === 0)
    return (
      <CheckRow is="photo" name="After photo" detail="A photo of the finished work">
        <TakeAfter job={job} pair={undefined}>
          Take photo
        </TakeAfter>
      </CheckRow>
    )
  return unfinished.map((pair) => (
    <CheckRow
      key={pair.pairId}
      is="photo"
      name={`After photo: ${nameOfPair(pair, images, pairs.indexOf(pair))}`}
      detail={takenWords(pair, zone)}
    >
      <TakeAfter job={job} pair={pair}>
        Take after photo
      </TakeAfter>
    </CheckRow>
  ))
}

function takenWords({ before }: ImagePair, zone: string): string {
  if (!before) return 'A photo of the finished work'
  const now = new Date().toISOString()
  const day = dayIn(before.timestamp, zone, now)
  return `Before photo taken ${day === dayIn(now, zone, now) ? '' : `${day}, `}${timeIn(before.timestamp, zone)}`
}

type TakeProps = { job: Job; pair: ImagePair | undefined; filled?: boolean; children: ReactNode }

/** A button that takes a pair's after photo; without a pair it begins one. */
export function TakeAfter({ job, pair, filled = false, children }: TakeProps) {
  const { urls } = useImageUrls(job)
  const { camera, take } = useAfterCamera({ jobId: job.jobId, pair, urls })
  return (
    <>
      {camera}
      <Button
        variant={filled ? 'filled' : 'default'}
        className={filled ? styles.filled : styles.take}
        leftSection={<IconCamera size={20} stroke={1.75} aria-hidden />}
        onClick={take}
      >
        {children}
      </Button>
    </>
  )
}
