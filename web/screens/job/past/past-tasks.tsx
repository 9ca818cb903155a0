import type { ReactNode } from 'react'
import type { Job, Task } from '#core/job/job.ts'
import { label } from '#core/model/label.ts'
import { pounds } from '#core/model/money.ts'
import { Card } from '#web/ui/card.tsx'
import { TaskMark } from '#web/ui/marks/task-mark.tsx'
import styles from './past-job-cards.module.css'

/** The tasks at the time, with what has changed since. */
export function PastTasks({ then, now }: { then: Job; now: Job }) {
  const tasks = then.jobDescriptions
  const done = tasks.filter((one) => one.status === 'completed').length
  const prices = then.office?.prices
  return (
    <Card title="Tasks" detail={tasks.length > 0 ? `${done} of ${tasks.length} completed` : ''} flush>
      {tasks.length === 0 && <p className={styles.none}>No tasks yet.</p>}
      <ul className={styles.rows}>
        {tasks.map((task) => (
          <PastTask key={task.taskId} task={task} then={then} now={now} />
        ))}
      </ul>
      {prices && tasks.length > 0 && (
        <p className={styles.total}>
          <span>Total cost</span>
          <span>{pounds(tasks.reduce((sum, one) => sum + (prices[one.taskId] ?? 0), 0))}</span>
        </p>
      )}
    </Card>
  )
}

function PastTask({ task, then, now }: { task: Task; then: Job; now: Job }) {
  const { taskId, description, status, ready } = task
  const is = now.jobDescriptions.find((one) => one.taskId === taskId)
  const price = then.office?.prices[taskId]
  const priceNow = now.office?.prices[taskId]
  const isMarked =
    !is || is.status !== status || is.ready !== ready || is.description !== description || price !== priceNow
  return (
    <li className={styles.task} data-changed={isMarked || undefined}>
      <TaskMark status={status} />
      <div className={styles.words}>
        <span>{description}</span>
        {is && is.description !== description && <Now>{is.description}</Now>}
        <span className={styles.small}>
          {label(status)}
          {!is && <Since>deleted since</Since>}
          {is && is.status !== status && <Since>now {label(is.status).toLowerCase()}</Since>}
        </span>
      </div>
      {status === 'not completed' && (
        <span className={styles.small}>
          {ready ? 'Ready' : 'Not ready'}
          {is && is.status === status && is.ready !== ready && <Since>now {is.ready ? 'ready' : 'not ready'}</Since>}
        </span>
      )}
      {then.office && (
        <span className={styles.price}>
          {price === undefined ? '—' : pounds(price)}
          {is && price !== priceNow && <Now>{priceNow === undefined ? 'none' : pounds(priceNow)}</Now>}
        </span>
      )}
    </li>
  )
}

const Since = ({ children }: { children: ReactNode }) => <span className={styles.since}> · {children}</span>
const Now = ({ children }: { children: ReactNode }) => <span className={styles.since}>now {children}</span>
