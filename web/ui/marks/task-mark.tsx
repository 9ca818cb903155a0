import type { TaskStatus } from '#core/job/values.ts'
import styles from './task-mark.module.css'

/** A task's status as a shape: a ring, a green disc with a tick, an amber disc with a pound sign. */
export const TaskMark = ({ status }: { status: TaskStatus }) => (
  <svg className={styles.mark} viewBox="0 0 20 20" aria-hidden="true">
    {status === 'not completed' && <circle className={styles.ring} cx="10" cy="10" r="8.75" />}
    {status === 'completed' && (
      <>
        <circle className={styles.done} cx="10" cy="10" r="10" />
        <path className={styles.tick} d="m5.8 10.3 2.9 2.8 5.5-5.8" />
      </>
    )}
    {status === 'to estimate' && (
      <>
        <circle className={styles.estimate} cx="10" cy="10" r="10" />
        <path className={styles.pound} d="M12.9 6.9a2.6 2.6 0 0 0-4.9 1.2v3.6c0 1.4-.8 2.2-1.4 2.6h6.6M6.6 10.6h4.6" />
      </>
    )}
  </svg>
)
