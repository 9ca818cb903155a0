import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useDiscard } from '#web/features/images/upload/discard-photo.tsx'
import { PhotoPreview } from '#web/features/images/upload/photo-preview.tsx'
import { savePhotos } from '#web/features/images/upload/save-photos.ts'
import { HeldForWifi, WifiOnlySwitch } from '#web/features/images/upload/wifi-only.tsx'
import { useIsUnreachable } from '#web/sync/ledger/ledger-store.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { fileSize, givenAtOf, photoStatus } from '#web/sync/photos/photo-changes.ts'
import { retryPhoto } from '#web/sync/photos/photo-queue.ts'
import type { Photo, Photos } from '#web/sync/photos/photo-store.ts'
import { useHeldForWifi, useWifiOnly } from '#web/sync/photos/wifi-only.ts'
import { useJobRead } from '#web/sync/reads/job.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { placeInJob } from './place-in-job.ts'
import styles from './waiting-photos.module.css'
import { madeAt } from './waiting-row.tsx'

/** Unsent photos as pictures, each with its job, its size, and when it was given; and whether they wait for Wi-Fi. */
export const WaitingPhotos = ({ photos }: { photos: Photos }) => (
  <>
    <ul className={styles.photos}>
      {photos.map((photo) => (
        <WaitingPhoto key={photo.imageId} photo={photo} />
      ))}
    </ul>
    <div className={styles.foot}>
      <HeldForWifi />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        onClick={() => void save(photos)}
      >
        {photos.length === 1 ? 'Save photo' : `Save ${photos.length} photos`}
      </Button>
      <WifiOnlySwitch />
    </div>
  </>
)

async function save(photos: Photos) {
  const failure = await savePhotos(photos)
  if (failure) toast.failure(failure)
}

function WaitingPhoto({ photo }: { photo: Photo }) {
  const { ask, dialog } = useDiscard(photo)
  const offline = useIsUnreachable()
  const held = useHeldForWifi()
  const given = madeAt(givenAtOf(photo), useTimeZone())
  const job = useJob(photo.jobId)
  const place = job && placeInJob(job, photo.imageId)
  const { name, state, part, size, reason } = photo
  return (
    <li className={styles.photo}>
      <div className={styles.frame}>
        <PhotoPreview photo={photo} className={styles.picture} />
        <ActionIcon
          variant="default"
          size={28}
          radius={14}
          className={styles.discard}
          aria-label={`Discard ${name}`}
          onClick={ask}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={28}
          radius={14}
          className={styles.save}
          aria-label={`Save ${name}`}
          onClick={() => void save([photo])}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      </div>
      {state === 'sending' && <progress className={styles.progress} aria-label={`Upload of ${name}`} value={part} />}
      <p className={styles.given}>{place ? `${place}, ${given}` : given}</p>
      <p className={styles.size}>{fileSize(size)}</p>
      <PhotoJob jobId={photo.jobId} />
      {reason && !offline && !held && <p className={styles.size}>{photoStatus(photo, offline)}</p>}
      {dialog}
    </li>
  )
}

/** The setting, where no photo waits. */
export function WifiOnlyCard({ className }: { className: string }) {
  const { line } = useWifiOnly()
  return (
    line !== undefined && (
      <div className={className}>
        <WifiOnlySwitch />
      </div>
    )
  )
}

/** A photo that is refused, or on which the server keeps failing, with the reason and what can be done. */
export function FailedPhoto({ photo, className }: { photo: Photo; className: string | undefined }) {
  const { ask, dialog } = useDiscard(photo)
  const given = madeAt(givenAtOf(photo), useTimeZone())
  const { name } = photo
  return (
    <li className={className}>
      <div className={styles.head}>
        <PhotoPreview photo={photo} className={styles.small} />
        <div className={styles.said}>
          <p className={styles.what}>Photo, {given}</p>
          <PhotoJob jobId={photo.jobId} />
        </div>
      </div>
      <p className={styles.reason}>
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
        <span>{photoStatus(photo, false)}</span>
      </p>
      <div className={styles.actions}>
        <Button variant="default" onClick={ask}>
          Discard<span className="sr"> {name}</span>
        </Button>
        <Button variant="default" onClick={() => void save([photo])}>
          Save<span className="sr"> {name}</span>
        </Button>
        <Button onClick={() => retryPhoto(photo)}>
          Retry<span className="sr"> {name}</span>
        </Button>
      </div>
      {dialog}
    </li>
  )
}

function PhotoJob({ jobId }: { jobId: string }) {
  useJobRead(jobId)
  const job = useJob(jobId)
  if (!job) return null
  return (
    <p className={styles.where}>
      <Link to={`/job/${jobId}`}>{[job.jobRef, job.apartmentName].filter(Boolean).join(' · ')}</Link>
    </p>
  )
}
