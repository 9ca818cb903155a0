import { label } from '#core/model/label.ts'
import { pounds } from '#core/model/money.ts'
import { useMay } from '#web/sync/rights.ts'
import { TaskMark } from '#web/ui/marks/task-mark.tsx'
import styles from './task-row.module.css'
import type { TaskProps } from './task-row.tsx'

/** One task that nobody may change, since the company was closed. */
export function FixedTask({ task: { description, status, ready }, price }: TaskProps) {
  const seesPrices = useMay('seePrices')
  return (
    <li className={styles.task} data-status={status}>
      <span className={`${styles.mark} ${styles.whole} ${styles.fixed}`}>
        <TaskMark status={status} />
        <span className={styles.words}>
          <span className={styles.description}>{description}</span>
          <span className={styles.status}>{label(status)}</span>
        </span>
      </span>
      {status === 'not completed' && <span className={styles.status}>{ready ? 'Ready' : 'Not ready'}</span>}
      {seesPrices && <span className={styles.price}>{price === undefined ? '—' : pounds(price)}</span>}
    </li>
  )
}
