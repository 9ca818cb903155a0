import { Button } from '@mantine/core'
import styles from './read-failed.module.css'

/** A read that failed: what and why, with a retry. */
export const ReadFailed = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <div className={styles.failed} role="alert">
    <p>{text}</p>
    <Button variant="default" onClick={() => onRetry()}>
      Retry
    </Button>
  </div>
)
