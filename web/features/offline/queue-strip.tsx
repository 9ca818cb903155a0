import { IconCloudOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useIsUnreachable, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { waiting } from '#web/sync/outbox/outbox.ts'
import { useWaitingPhotos } from '#web/sync/photos/photo-store.ts'
import styles from './queue-strip.module.css'

/** Shows how many changes are queued on this device while it is offline. */
export function QueueStrip() {
  const unreachable = useIsUnreachable()
  const photos = useWaitingPhotos()
  // A change counts once the device has stored it.
  const kept = useLedger(({ queue, keeping }) => waiting(queue).length - keeping.length)
  const count = (unreachable ? Math.max(0, kept) : 0) + photos
  return (
    <div role="status">
      {count > 0 && (
        <p className={styles.strip}>
          <IconCloudOff size={20} stroke={1.75} aria-hidden />
          <span>
            <strong>Offline.</strong> {count === 1 ? '1 change' : `${count} changes`} queued to send when you’re back
            online.
          </span>
          <Link to="/waiting" className={styles.review}>
            Review<span className="sr"> unsent changes</span>
          </Link>
        </p>
      )}
    </div>
  )
}
