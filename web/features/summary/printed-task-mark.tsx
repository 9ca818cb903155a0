import type { TaskStatus } from '#core/job/values.ts'
import styles from './printed-task-mark.module.css'

/** A task's status on paper: a box to tick with a pen, ticked, or with a pound sign. */
export const PrintedTaskMark = ({ status }: { status: TaskStatus }) => (
  <svg className={styles.mark} viewBox="0 0 20 20" data-status={status} aria-hidden="true">
    <rect x="1" y="1" width="18" height="18" rx="4" />
    {status === 'completed' && <path d="m5.6 10.3 3 2.9 5.8-6.2" />}
    {status === 'to estimate' && <path d="M12.9 6.9a2.6 2.6 0 0 0-4.9 1.2v3.6c0 1.4-.8 2.2-1.4 2.6h6.6M6.6 10.6h4.6" />}
  </svg>
)
