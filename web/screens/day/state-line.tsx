import { IconChevronRight, IconCloudOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { timeIn } from '#core/time/format.ts'
import { useIsUnreachable, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { waiting } from '#web/sync/outbox/outbox.ts'
import { unsentOf, usePhotos } from '#web/sync/photos/photo-store.ts'
import { useHeldForWifi } from '#web/sync/photos/wifi-only.ts'
import styles from './state-line.module.css'
import { useReadyAt } from './use-ready-at.ts'

/** Whether everything on this phone has been sent, and since when the day is stored on it. */
export function StateLine({ zone }: { zone: string }) {
  const unreachable = useIsUnreachable()
  const changes = useLedger(({ queue }) => waiting(queue).length)
  const photos = usePhotos((state) => unsentOf(state.photos))
  const held = useHeldForWifi() && !unreachable ? photos : 0
  const count = changes + photos - held
  const at = useReadyAt()
  const ready = at && `Ready offline, ${timeIn(at, zone)}`
  return (
    <div role="status" className={styles.place}>
      {unreachable ? (
        <p className={`${styles.line} ${styles.offline}`}>
          <IconCloudOff size={20} stroke={1.75} aria-hidden />
          <span>
            <strong>Offline</strong>
            {count > 0 && ` · ${count === 1 ? '1 change' : `${count} changes`} waiting`}
          </span>
          {count > 0 ? <Review /> : <span className={styles.ready}>{ready}</span>}
        </p>
      ) : (
        <p className={styles.line}>
          <span className={count + held > 0 ? styles.sending : styles.sent} aria-hidden />
          <span>{onlineWords(count, held)}</span>
          {held > 0 ? <Review /> : <span className={styles.ready}>{ready}</span>}
        </p>
      )}
    </div>
  )
}

const Review = () => (
  <Link to="/waiting" className={styles.review}>
    Review<span className="sr"> unsent changes</span>
    <IconChevronRight size={18} stroke={1.75} aria-hidden />
  </Link>
)

function onlineWords(count: number, held: number) {
  if (count > 0) return `Sending ${count === 1 ? '1 change' : `${count} changes`}`
  if (held > 0) return held === 1 ? '1 photo waits for Wi-Fi' : `${held} photos wait for Wi-Fi`
  return 'Everything is sent'
}
