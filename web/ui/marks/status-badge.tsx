import type { JobStatus } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import styles from './status-badge.module.css'
import { statusColors } from './status-colors.ts'

/** Statuses whose dot has another shape. */
const shapes: Partial<Record<JobStatus, string | undefined>> = { pending: styles.pending, cancelled: styles.cancelled }

/** A job's status as a pill with a dot: readable without its colour. */
export const StatusBadge = ({ status, large = false }: { status: JobStatus; large?: boolean }) => (
  <span className={`${styles.badge} ${statusColors[status]} ${shapes[status] ?? ''} ${large ? styles.large : ''}`}>
    {label(status)}
  </span>
)
