import type { JobStatus } from '#core/job-values.ts'
import { label } from '#core/label.ts'
import styles from './status-badge.module.css'

const looks: Record<JobStatus, string | undefined> = {
  pending: styles.pending,
  cancelled: styles.cancelled,
  booked: styles.booked,
  completed: styles.completed,
  'to estimate': styles.estimate,
  'quote sent': styles.quote,
}

/** A job's status as a pill with a dot: shape and text say it without the colour. */
export const StatusBadge = ({ status, large = false }: { status: JobStatus; large?: boolean }) => (
  <span className={`${styles.badge} ${looks[status]} ${large ? styles.large : ''}`}>{label(status)}</span>
)
