import { type ConnectionState, useConnectionState } from '#web/sync/connection-state.ts'
import styles from './live-indicator.module.css'

const labels: Record<ConnectionState, string> = { live: 'Live', connecting: 'Connecting', offline: 'Offline' }

/** Shows whether the connection is live, or so slow that what is shown is what this device has kept. */
export function LiveIndicator() {
  const state = useConnectionState((store) => store.state)
  const isSlow = useConnectionState(({ slowReads }) => state === 'live' && slowReads > 0)
  return (
    <span className={`${styles.indicator} ${styles[isSlow ? 'connecting' : state]}`} role="status">
      {isSlow ? 'Slow' : labels[state]}
    </span>
  )
}
