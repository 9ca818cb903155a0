import type { JobStatus } from '#core/job/values.ts'
import styles from './status-colors.module.css'

/** The class that gives a status its colours: --bg, --fg and --dot. */
export const statusColors: Record<JobStatus, string | undefined> = {
  pending: styles.plain,
  cancelled: styles.plain,
  booked: styles.booked,
  completed: styles.completed,
  'to estimate': styles.estimate,
  'quote sent': styles.quote,
}
