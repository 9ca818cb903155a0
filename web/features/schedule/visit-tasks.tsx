import type { Task } from '#core/job/job.ts'
import styles from './schedule-dialog.module.css'

/** The tasks of the visit, or why there can be no visit. */
export function VisitTasks({ tasks, refusal }: { tasks: readonly Task[]; refusal: string | undefined }) {
  const open = tasks.filter((one) => one.status === 'not completed')
  return (
    <div className={styles.tasks}>
      {open.length > 0 && (
        <>
          <h3>{open.length === 1 ? '1 task for this visit' : `${open.length} tasks for this visit`}</h3>
          <ul>
            {open.map((task) => (
              <li key={task.taskId}>{task.description}</li>
            ))}
          </ul>
        </>
      )}
      {refusal ? (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      ) : (
        open.length === 0 && <p className={styles.none}>All tasks on this job are completed or to estimate.</p>
      )}
    </div>
  )
}
