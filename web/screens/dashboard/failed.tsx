import { Button } from '@mantine/core'
import styles from './dashboard.module.css'

/** The figures could not be read: why, and a way to try again. */
export const DashboardFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div className={styles.failed} role="alert">
    <p>Failed to fetch the dashboard: {error.message}</p>
    <Button variant="default" onClick={onRetry}>
      Retry
    </Button>
  </div>
)
