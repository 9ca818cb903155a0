import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useIsUnreachable } from '#web/sync/ledger/ledger-store.ts'
import { photoStatus } from '#web/sync/photos/photo-changes.ts'
import { retryPhoto } from '#web/sync/photos/photo-queue.ts'
import type { Photo, Photos } from '#web/sync/photos/photo-store.ts'
import { useHeldForWifi } from '#web/sync/photos/wifi-only.ts'
import { useDiscard } from './discard-photo.tsx'
import { PhotoPreview } from './photo-preview.tsx'
import styles from './upload-rows.module.css'
import { HeldForWifi } from './wifi-only.tsx'

/** Unsent photos with their upload progress, and failed ones with what can be done about them. */
export const UploadRows = ({ photos }: { photos: Photos }) => (
  <>
    <ul className={styles.photos} aria-label="Photos being uploaded">
      {photos.map((photo) => (
        <Row key={photo.imageId} photo={photo} />
      ))}
    </ul>
    <HeldForWifi />
  </>
)

function Row({ photo }: { photo: Photo }) {
  const offline = useIsUnreachable()
  const held = useHeldForWifi()
  const { name, state, part, reason } = photo
  const { ask, dialog } = useDiscard(photo)
  const failed = state === 'failed' || state === 'stuck'
  const mayRetry = failed || (state === 'waiting' && reason !== undefined && !offline && !held)
  return (
    <li className={styles.photo}>
      <PhotoPreview photo={photo} className={styles.preview} />
      <div className={styles.said}>
        <p className={styles.name}>{name}</p>
        <p className={failed ? styles.failed : state === 'waiting' ? styles.waiting : styles.state}>
          {photoStatus(photo, offline, held)}
        </p>
        {state === 'sending' && <progress className={styles.progress} aria-label={`Upload of ${name}`} value={part} />}
      </div>
      {mayRetry && (
        <Button variant="default" size="xs" className={styles.button} onClick={() => retryPhoto(photo)}>
          Retry<span className="sr"> {name}</span>
        </Button>
      )}
      {failed && (
        <Button variant="default" size="xs" className={styles.button} onClick={ask}>
          Discard<span className="sr"> {name}</span>
        </Button>
      )}
      {(state === 'waiting' || state === 'sending') && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          className={styles.cancel}
          aria-label={`Cancel ${name}`}
          onClick={ask}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
      {dialog}
    </li>
  )
}
