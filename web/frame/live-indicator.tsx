import { type ConnectionState, useConnectionState } from '#web/sync/connection/connection-state.ts'
import styles from './live-indicator.module.css'

const words: Record<ConnectionState, string> = { live: 'Live', connecting: 'Connecting', offline: 'Offline' }

/** Whether what is shown is live. Offline nothing spins. */
export function LiveIndicator() {
  const state = useConnectionState((store) => store.state)
  return (
    <span className={`${styles.indicator} ${styles[state]}`} role="status">
      {words[state]}
    </span>
  )
}
