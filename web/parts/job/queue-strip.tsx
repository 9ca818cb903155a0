import { IconCloudOff } from '@tabler/icons-react'
import { useIsHeld, useLedger } from '#web/ledger-store.ts'
import { waiting } from '#web/outbox.ts'
import { useWaitingPhotos } from '#web/parts/images/photos.ts'
import styles from './queue-strip.module.css'

/** Says that changes wait on this device, while they do not get through. */
export function QueueStrip() {
  const held = useIsHeld()
  const photos = useWaitingPhotos()
  const count = useLedger(({ queue }) => (held ? waiting(queue).length : 0)) + photos
  return (
    <div role="status">
      {count > 0 && (
        <p className={styles.strip}>
          <IconCloudOff size={20} stroke={1.75} aria-hidden />
          <span>
            <strong>Offline.</strong> {count === 1 ? '1 change queued, it' : `${count} changes queued, they`} will send
            when you are back.
          </span>
        </p>
      )}
    </div>
  )
}
