import { Button } from '@mantine/core'
import styles from './read-failed.module.css'

/** Something could not be read: what and why, and a way to try again. */
export const ReadFailed = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <div className={styles.failed} role="alert">
    <p>{text}</p>
    <Button variant="default" onClick={() => onRetry()}>
      Retry
    </Button>
  </div>
)
