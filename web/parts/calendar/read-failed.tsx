import { Button } from '@mantine/core'
import styles from './calendar.module.css'

/** The calendar could not be read: why, and a way to try again. */
export const ReadFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div className={styles.failed} role="alert">
    <p>Failed to fetch the calendar: {error.message}</p>
    <Button variant="default" onClick={() => onRetry()}>
      Retry
    </Button>
  </div>
)
