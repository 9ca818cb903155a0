import { type ConnectionState, useConnectionState } from '#web/sync/connection-state.ts'
import styles from './live-indicator.module.css'

const labels: Record<ConnectionState, string> = { live: 'Live', connecting: 'Connecting', offline: 'Offline' }

/** Shows whether the connection is live. It is not animated while offline. */
export function LiveIndicator() {
  const state = useConnectionState((store) => store.state)
  return (
    <span className={`${styles.indicator} ${styles[state]}`} role="status">
      {labels[state]}
    </span>
  )
}
