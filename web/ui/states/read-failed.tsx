import { Button } from '@mantine/core'
import { CallFailure } from '#web/client/request.ts'
import styles from './read-failed.module.css'

type Props = {
  text: string
  /** Without a connection, the text says that instead. */
  error?: Error | null
  onRetry: () => void
}

/** A read that failed: what and why, with a retry. */
export const ReadFailed = ({ text, error = null, onRetry }: Props) => (
  <div className={styles.failed} role="alert">
    <p>{isMissingOffline(error) ? 'You’re offline, and this hasn’t been loaded on this device yet.' : text}</p>
    <Button variant="default" onClick={() => onRetry()}>
      Retry
    </Button>
  </div>
)

/** Whether a read failed because there is no connection and nothing of it was kept on this device. */
export const isMissingOffline = (error: Error | null) =>
  error instanceof CallFailure && error.status === 0 && !navigator.onLine
