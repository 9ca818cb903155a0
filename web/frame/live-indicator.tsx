import { type ConnectionState, useConnectionState } from '#web/sync/connection/connection-state.ts'
import styles from './live-indicator.module.css'

const labels: Record<ConnectionState, string> = { live: 'Live', connecting: 'Connecting', offline: 'Offline' }

/** Whether the screen is live. Nothing spins while offline. */
export function LiveIndicator() {
  const state = useConnectionState((store) => store.state)
  return (
    <span className={`${styles.indicator} ${styles[state]}`} role="status">
      {labels[state]}
    </span>
  )
}
